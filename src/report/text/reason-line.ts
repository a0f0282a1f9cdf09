import { clip, printable, printableLines } from './printable.ts';

/** What a mail's subject has room for, with the name. Units: characters. */
const MAX_LINE = 120;
/** Of the reason behind a long name. */
const MIN_REASON = 80;
/** Below the line: more is not read. */
const MAX_REASON = 1000;

interface ReasonOptions {
  readonly exitCode: number;
  /** Nothing else says the reason: what the line has no room for is below it. */
  readonly isAlone?: boolean | undefined;
}

/**
 * Why a command failed, as a line that may be the subject of a mail, with account and job for a log that many accounts share. Also whether
 * all of the reason is said.
 *
 * Shape: `pricesheet: shop-a/costs: The service refused the key (exit code 5)`.
 */
export function renderReason(name: string, reason: string, { exitCode, isAlone }: ReasonOptions) {
  const lineOf = (text: string): string => nameLine(name, `${text} (exit code ${exitCode})`);
  const lines = clip(printableLines(reason).trim(), MAX_REASON);
  const whole = inOneLine(lines);
  if (shortenReason(whole, name) === whole) return { text: lineOf(whole), isWhole: true };
  const [first = '', ...others] = lines.split('\n');
  const title = first.replace(/:$/, '');
  const shown = shortenReason(title, name);
  const line = lineOf(shown);
  if (!isAlone) return { text: line, isWhole: false };
  const below = shown === title ? others : [first, ...others];
  return { text: [title === first ? line : `${line}:`, ...below].join('\n'), isWhole: false };
}

/** A reason that fits into a line behind this name. */
export function shortenReason(reason: string, name: string): string {
  return shorten(inOneLine(reason), Math.max(MIN_REASON, MAX_LINE - name.length));
}

/** The beginning of a sentence, up to its advice or else a clause, if that is of some length. What is in quotes or brackets is one word. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const words = text.replaceAll(/"[^"]*"|\([^)]*\)/g, (word) => `(${'x'.repeat(word.length - 1)}`);
  const [end] = [/[.;] /g, /[,:] | \(/g].flatMap((mark) => {
    const ends = [...words.slice(0, longest + 1).matchAll(mark)].map(({ index }) => index);
    return ends.findLast((at) => at >= longest / 3) ?? [];
  });
  return end === undefined ? clip(text, longest) : `${text.slice(0, end)}…`;
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
