import { resolve } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import type { LatestFor } from './choose-latest.ts';
import { readHistories } from './read-histories.ts';

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

interface Asked {
  readonly wanted: LatestFor;
  /** The folder of all histories. */
  readonly history: string;
  readonly cwd: string;
  readonly shell: Shell;
  readonly disk: Disk;
}

const VERBS: Readonly<Record<LatestFor, string>> = {
  apply: 'apply',
  approve: 'apply',
  undo: 'undo',
  look: 'explain',
};

/**
 * Refuses a run whose folder is gone and that the history still knows: another run with a similar name is not what is meant. A history
 * that can't be read knows none.
 *
 * Errors: `RunFolderError`.
 */
export function refuseGoneRun(given: string, { wanted, history, cwd, shell, disk }: Asked): void {
  const path = resolve(cwd, given);
  const known = tryRead(resolve(cwd, history), disk).find(({ record }) => record.folder === path);
  if (!known || disk.existsSync(path)) return;
  throw new RunFolderError(`Cannot ${VERBS[wanted]} "${given}": its folder was deleted or moved`, {
    hint: adviseGone(known.record, { wanted, shell }),
  });
}

function tryRead(folder: string, disk: Disk): ReturnType<typeof readHistories> {
  try {
    return readHistories(folder, {}, disk);
  } catch {
    return [];
  }
}
