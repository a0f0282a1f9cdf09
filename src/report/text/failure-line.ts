import { clip, printable, printableLines } from './printable.ts';

/** What a mail's subject has room for, with the name: a reason that fits is there with its advice. Units: characters. */
const MAX_LINE = 120;
const MIN_REASON = 80;
/** Of the reason alone, behind any name: room for a guard rule, its figure and its limit. */
const MAX_SENTENCE = 140;
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
  if (whole.length <= Math.max(MIN_REASON, MAX_LINE - name.length))
    return { text: lineOf(whole), isWhole: true };
  const [first = '', ...others] = lines.split('\n');
  const title = first.replace(/:$/, '');
  const shown = shortenReason(title);
  const line = lineOf(shown);
  if (shown === whole) return { text: line, isWhole: true };
  if (!isAlone) return { text: line, isWhole: false };
  if (shown === title)
    return { text: [title === first ? line : `${line}:`, ...others].join('\n'), isWhole: false };
  const rest = `…${first.slice(shown.length - 1)}`;
  return { text: [line, rest, ...others].join('\n'), isWhole: false };
}

/** A reason that fits into a line. */
export function shortenReason(reason: string): string {
  return shorten(inOneLine(reason), MAX_SENTENCE);
}

/** What is in quotes or brackets as one word. */
function maskNames(text: string): string {
  return text.replaceAll(/"[^"]*"|\([^)]*\)/g, (word) => `(${'x'.repeat(word.length - 1)}`);
}

/** Up to its advice. */
export function firstClause(text: string): string {
  const end = maskNames(text).indexOf('; ');
  return end === -1 ? text : text.slice(0, end);
}

/**
 * The beginning of a sentence, up to its advice or else a clause, a name or a word, if that is of some length. What is in quotes or brackets is one
 * word, and so is a number with what follows it.
 */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const words = maskNames(text);
  const [end] = [/[.;] /g, /[,:] /g, / \(/g, /(?<!\d) /g].flatMap((mark) => {
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
