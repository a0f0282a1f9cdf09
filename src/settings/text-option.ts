import type { Options } from './read-sources.ts';

/** The text of an option; `undefined` where it is not given, or is a switch. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
