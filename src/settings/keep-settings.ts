import { timeSpan, wholeNumber } from './parse-setting.ts';
import { define } from './setting.ts';

/** Which run folders `history prune` keeps. They are given each time: a config file deletes nothing. */
export const KEEP_SETTINGS = {
  keepLast: define('--keep-last <N>', {
    about: 'prune: keep the last N runs of each job',
    parse: wholeNumber({ from: 1, to: 9999, what: 'a whole number' }),
    flagOnly: true,
  }),
  keepWithin: define('--keep-within <SPAN>', {
    about: 'prune: keep all runs that began within this time before the last one: 12h, 30d, 8w',
    parse: timeSpan({ from: '1h', to: '9999w' }),
    flagOnly: true,
  }),
} as const;
