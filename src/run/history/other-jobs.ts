import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FieldValue } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { type AgreedValues, unknownIn } from './agreed-values.ts';
import { readBegun } from './begun-run.ts';
import { idOfFile, isAfter, listParts, type PartOf, readRecords } from './history-files.ts';
import type { HistoryLine } from './history-lines.ts';
import { tryHistory } from './history-trouble.ts';
import { mayHaveChanged } from './is-whole-run.ts';
import { readHistoryFile } from './read-history-file.ts';
import { folderOfBegun } from './record-of-folder.ts';

/** A run of another job on the same account, which may have changed listings of this one. */
export interface OtherRun {
  readonly path: string;
  /** ISO 8601. */
  readonly started_at: string;
  /** Errors: as `readHistoryFile`. */
  lines(): Iterable<HistoryLine>;
}

interface Asked {
  /** Whose history it is. */
  readonly of: PartOf;
  /** Only runs that began later. Units: ISO 8601. */
  readonly since: string;
  /** Later runs are left out. Units: epoch milliseconds. */
  readonly until: number | undefined;
  readonly disk: Disk;
}

/**
 * The runs of other jobs on the same account since a time that changed something, or may have, the oldest first; also one that was
 * killed, or is under way. `part`: the folder of the job's history. Errors: those of the system.
 */
export function listOtherRuns(part: string, { of, since, until, disk }: Asked): readonly OtherRun[] {
  const found = listParts(dirname(part), disk)
    .filter((other) => other !== part && findStranger(other, disk) === undefined)
    .flatMap((other): readonly OtherRun[] => {
      const runs: OtherRun[] = [];
      for (const run of readRecords(other, disk)) {
        if (!isBeside(run.record, of)) return [];
        if (run.record.started_at <= since) break;
        const { path, record } = run;
        if (isAfter(idOfFile(path), until) || record.dry_run || !mayHaveChanged(record)) continue;
        const lines = () => readHistoryFile(path, disk, { only: ['change', 'agreed'] });
        runs.push({ path, started_at: record.started_at, lines });
      }
      return [...runs, ...readUnfinished(other, since, disk)];
    });
  return found.sort((one, other) => (one.started_at < other.started_at ? -1 : 1));
}

/** The other jobs on the same account of which a run came to have a folder. Errors: those of the system. */
export function listBeside(part: string, of: PartOf, disk: Disk): readonly (string | null)[] {
  return listParts(dirname(part), disk).flatMap((other): readonly (string | null)[] => {
    if (other === part || findStranger(other, disk) !== undefined) return [];
    for (const { record } of readRecords(other, disk)) {
      if (!isBeside(record, of)) return [];
      if (!record.dry_run && record.folder !== null) return [record.job];
    }
    return [];
  });
}

/** Whether a run is on the same account. */
function isBeside({ account }: PartOf, of: PartOf): boolean {
  return (
    account?.base_url === of.account?.base_url && account?.key_fingerprint === of.account?.key_fingerprint
  );
}

/** The run itself, or the next one of its job, says what is wrong with its folder. */
function readUnfinished(part: string, since: string, disk: Disk): readonly OtherRun[] {
  return tryHistory(
    () => {
      const begun = readBegun(part, disk);
      const found = begun && begun.started_at > since ? folderOfBegun(begun, disk) : undefined;
      if (!begun || !found) return [];
      return [{ path: begun.folder, started_at: begun.started_at, lines: () => found.lines([]) }];
    },
    [],
    () => {},
  );
}

/** Then requests have a turn. */
const LINES_AT_ONCE = 500;

/**
 * Notes what a run of another job has set of values that were agreed on, and what it may have set: neither is a change by somebody
 * else. Errors: as `readHistoryFile`; nothing is noted then.
 */
export async function takeOver({ lines }: OtherRun, agreed: AgreedValues): Promise<void> {
  const noted: (() => void)[] = [];
  let count = 0;
  for (const line of lines()) {
    if (++count % LINES_AT_ONCE === 0) await setImmediate();
    if (line.kind === 'change') {
      const { listing_id: id, field, is } = line;
      if (agreed.get(id, field) !== undefined)
        noted.push(() => agreed.setByOtherJob(id, field, is as FieldValue));
    } else if (line.kind === 'agreed') {
      for (const { id, field } of unknownIn(line))
        if (agreed.get(id, field) !== undefined) noted.push(() => agreed.forgetByOtherJob(id, field));
    }
  }
  for (const note of noted) note();
}
