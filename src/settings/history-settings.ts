import { UsageError } from '../domain/errors.ts';
import { FIELDS } from '../domain/fields.ts';
import type { HistoryAction } from './history-actions.ts';
import { KEEP_SETTINGS } from './keep-settings.ts';
import { nonBlank, oneOf, wholeNumber, yes } from './parse-setting.ts';
import { since } from './parse-since.ts';
import type { Options } from './read-sources.ts';
import { define } from './setting.ts';
import { HISTORY_PLACE, READING_SETTINGS } from './settings.ts';

/** The settings of `history`, which talks to no service. */
export const HISTORY_SETTINGS = {
  history: { ...HISTORY_PLACE, about: 'where the history is' },
  job: { ...READING_SETTINGS.job, about: 'only runs of this job (default: all jobs)' },
  since: define('--since <TIME>', {
    about: 'list, sku: only what is from then on: 2026-11-01, 2026-11-01T02:15 (UTC), 24h, 7d',
    parse: since,
    flagOnly: true,
  }),
  failed: define('--failed', {
    about: 'list: only runs that failed, were killed or have not ended',
    parse: yes,
    fallback: false,
    flagOnly: true,
  }),
  field: define('--field <FIELD>', {
    about: 'sku: only this field',
    parse: oneOf(...FIELDS),
    flagOnly: true,
  }),
  html: define('--html <FILE>', {
    about: 'list, --all: write a page about ninety nights to this file',
    parse: nonBlank,
    flagOnly: true,
  }),
  nights: define('--nights <N>', {
    about: 'chronic: at least this many runs in a row',
    parse: wholeNumber({ from: 1, to: 10_000, what: 'a number of runs' }),
    fallback: 3,
    flagOnly: true,
  }),
} as const;

/** Flags that only some actions take, by the name of their option. */
const FLAGS_OF: Readonly<Partial<Record<HistoryAction, readonly string[]>>> = {
  list: ['job', 'since', 'failed', 'html', 'all'],
  show: ['job'],
  sku: ['job', 'since', 'field'],
  chronic: ['job', 'nights'],
  prune: ['job', ...Object.keys(KEEP_SETTINGS), 'dryRun', 'yes'],
};

/** Errors: `UsageError` if a flag is that of another action. */
export function refuseOtherFlags(action: HistoryAction, options: Options): void {
  const own = FLAGS_OF[action] ?? [];
  const others = new Set(Object.values(FLAGS_OF).flat());
  const wrong = [...others].filter((name) => options[name] !== undefined && !own.includes(name));
  if (wrong.length > 0)
    throw new UsageError(wrong.map((name) => `history ${action} does not take --${toFlag(name)}`));
}

function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
