import { hash } from 'node:crypto';

/** A line of a chained file. */
export interface ChainedLine {
  readonly line: string;
  /** The link that the next line is chained to. */
  readonly link: string;
}

/**
 * Chains a JSON object to the line before it: the line ends with a checksum of this line's text and of the previous
 * checksum, so that a line that was left out, edited, doubled or moved no longer fits.
 *
 * @param previous The link of the line before; of the first line, what the file as a whole belongs to.
 */
export function chainLine(text: string, previous: string): ChainedLine {
  const link = hash('sha256', previous + text).slice(0, LINK_LENGTH);
  return { line: `${text.slice(0, -1)}${toEnding(link)}`, link };
}

/** The link of a line chained to `previous`; `undefined` for any other line. */
export function followLink(line: string, previous: string): string | undefined {
  const text = `${line.slice(0, -ENDING_LENGTH)}}`;
  const chained = chainLine(text, previous);
  return chained.line === line ? chained.link : undefined;
}

/** In hex digits: 64 bits are not matched by accident. */
const LINK_LENGTH = 16;

function toEnding(link: string): string {
  return `,"chain":"${link}"}`;
}

const ENDING_LENGTH = toEnding('').length + LINK_LENGTH;
