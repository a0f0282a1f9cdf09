import * as parse from './parse-setting.ts';
import { define, type Parsed, refused, understood } from './setting.ts';

const count = parse.wholeNumber({ from: 1, to: 9999, what: 'a whole number' });

const MS_OF_UNIT: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** `12h`, `30d`, `8w`. Units of the value: milliseconds. */
function span(text: string): Parsed<number> {
  const [, number, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? [];
  const ms = Number(number) * (MS_OF_UNIT[unit ?? ''] ?? Number.NaN);
  return Number.isNaN(ms) ? refused('is not a time span such as 12h, 30d or 8w') : understood(ms);
}

/** Which run folders `history prune` keeps. They are given each time: a config file deletes nothing. */
export const KEEP_SETTINGS = {
  keepLast: define('--keep-last <N>', {
    about: 'prune: keep the last N runs of each job',
    parse: count,
    flagOnly: true,
  }),
  keepWithin: define('--keep-within <SPAN>', {
    about: 'prune: keep all runs that began within this time before the last one: 12h, 30d, 8w',
    parse: span,
    flagOnly: true,
  }),
} as const;
