import type { Shell } from '../../domain/quote-word.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import type { LatestFor } from './choose-latest.ts';

interface Wanted {
  readonly wanted: LatestFor;
  readonly shell: Shell;
}

/** What to do about a run whose folder is gone, and that the history knows. */
export function adviseGone({ id, started_at, job }: RunRecord, { wanted, shell }: Wanted): string {
  const show = `pricesheet history show ${id} says what it did`;
  if (wanted !== 'undo') return show;
  const since = `${started_at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
  const words = ['undo', '', '--since', since, ...(job === null ? [] : ['--job', job])];
  return `${show}; ${formatCommand(words, shell)} takes back what it and all runs since changed`;
}
