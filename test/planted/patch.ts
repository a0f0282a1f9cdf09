import type { Mistake } from './mistakes.ts';

/** Errors: the text of the mistake is not there exactly once. */
export function patch(text: string, { file, find, put = '' }: Mistake): string {
  const times = text.split(find).length - 1;
  if (times !== 1)
    throw new Error(
      `${JSON.stringify(find)} is in ${file} ${times} times: find the place again, and rewrite the patch`,
    );
  return text.replace(find, () => put);
}
