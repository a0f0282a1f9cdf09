import { clip, printable, printableLines } from './printable.ts';

/** A longer line is not read, and some logs cut it. Units: characters. */
export const MAX_REASON = 1000;

/**
 * Why a command failed, as one line for a log that many accounts share.
 *
 * Shape: `pricesheet: shop-a/costs: The service refused the key (exit code 5)`.
 */
export function renderReason(
  name: string,
  reason: string,
  { exitCode }: { readonly exitCode: number },
): string {
  const line = clip(inOneLine(printableLines(reason)), MAX_REASON);
  return nameLine(name, `${line} (exit code ${exitCode})`);
}

/** A line for a log that many accounts share, with account and job in front. */
export function nameLine(name: string, line: string): string {
  return `${['pricesheet', name].filter(Boolean).join(': ')}: ${line}`;
}

/** A message of several lines. What is below a heading follows its colon, and what to do follows a question. */
export function inOneLine(text: string): string {
  return text
    .trim()
    .replaceAll(/([:?])\n\s*/g, '$1 ')
    .replaceAll(/\n\s*(?=\p{Lu})/gu, '. ')
    .replaceAll(/\n\s*/g, '; ');
}

/** A name that is longer hides what is said of it. */
const MAX_NAME = 100;

/** A job of an account in logs, messages and lists of many accounts: `shop-a/costs`. The account is its folder's name. */
export function nameJob(folder: string | undefined, job: string | null | undefined): string {
  const parts = [folder ?? '', job ?? ''].filter((part) => part !== '');
  return parts.map((part) => clip(printable(part), MAX_NAME)).join('/');
}
