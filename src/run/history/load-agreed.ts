import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import { toLineBlocks } from '../disk/line-block.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { renderSealed } from '../folder/render-sealed.ts';
import { type AgreedLine, AgreedValues } from './agreed-values.ts';
import { describeTrouble, tryHistory } from './describe-trouble.ts';
import { isAfter, isBefore, readRecords } from './history-files.ts';
import { readHistoryFile } from './read-history-file.ts';

/** The agreed values of a job, and how much of them came from the files of single runs. */
export interface LoadedAgreed {
  readonly values: AgreedValues;
  /** Listings in files of runs that the snapshot does not have yet. */
  readonly sinceSnapshot: number;
}

/** The first line of the snapshot. */
export const snapshotSchema = z.looseObject({
  kind: z.literal('agreed'),
  version: z.literal(1),
  through: z.string(),
});

/**
 * Reads the values that sheet and service last agreed on: the snapshot, and what the runs since have added. Requests may be on
 * their way meanwhile, so it leaves room for others between lines. A file that is damaged is left out as a whole.
 */
export async function loadAgreed(part: string, { disk, until, onNotice }: Loading): Promise<LoadedAgreed> {
  let values = new AgreedValues();
  const { paths, snapshot } = tryHistory(
    () => listAgreedFiles(part, disk, until),
    { paths: [], snapshot: '' },
    onNotice,
  );
  let sinceSnapshot = 0;
  for (const path of paths) {
    try {
      // The first file may be a large one; the others hold little.
      const first = values.size === 0 ? new AgreedValues() : undefined;
      const lines: AgreedLine[] = [];
      let count = 0;
      for (const line of readHistoryFile(path, disk)) {
        if (line.kind !== 'agreed') continue;
        count += line.ids.length;
        if (first) first.read(line);
        else lines.push(line);
        await setImmediate();
      }
      if (path !== snapshot) sinceSnapshot += count + FILE_COST;
      if (first) values = first;
      for (const line of lines) values.read(line);
    } catch (error) {
      onNotice(describeTrouble(error));
    }
  }
  return { values, sinceSnapshot };
}

interface Loading {
  readonly disk: Disk;
  /** Runs that began later are left out. Units: epoch milliseconds. */
  readonly until?: number | undefined;
  readonly onNotice: (notice: string) => void;
}

/**
 * The files that the values are in: the snapshot, if there is one, and those of the runs since, the oldest first. `until`: epoch
 * milliseconds; later runs are left out, and so is a snapshot that has some of them.
 */
export function listAgreedFiles(
  part: string,
  disk: Disk,
  until?: number,
): { readonly paths: readonly string[]; readonly snapshot: string } {
  const snapshot = join(part, SNAPSHOT);
  const found = snapshotSchema.safeParse(readFirstJson(snapshot, disk)).data;
  const data = found && !isAfter(found.through, until) ? found : undefined;
  const through = data?.through ?? '';
  const runs: string[] = [];
  for (const { path, record } of readRecords(part, disk)) {
    if (record.id === through || isBefore(record.id, through)) break;
    if (!record.dry_run && !isAfter(record.id, until)) runs.push(path);
  }
  return { paths: [...(data ? [snapshot] : []), ...runs.reverse()], snapshot };
}

export const SNAPSHOT = 'agreed.ndjson';
/** To read that many listings again every night takes no time. */
const FEW_LISTINGS = 2000;
const SHARE = 5;
/** To open a file takes as long as to read that many listings. */
const FILE_COST = 20;

/** The run that is added, and the newest of those before it. */
interface Kept {
  readonly id: string;
  readonly newest: string | undefined;
  readonly disk: Disk;
}

/**
 * Writes a snapshot if too much would have to be read from the files of runs, or if the clock was set back: then the order of the files
 * is not that of the runs. Errors: those of the system.
 */
export function keepSnapshot(
  part: string,
  { values, sinceSnapshot }: LoadedAgreed,
  { id, newest = id, disk }: Kept,
): void {
  const isSetBack = isBefore(id, newest);
  if (!isSetBack && sinceSnapshot + values.freshCount <= Math.max(FEW_LISTINGS, values.size / SHARE)) return;
  writeWhole(join(part, SNAPSHOT), renderSnapshot(values, isSetBack ? newest : id), disk);
}

/** The values of all runs up to one of them. */
export function renderSnapshot(values: AgreedValues, through: string): Iterable<string | Uint8Array> {
  function* lines(): Generator<string> {
    for (const line of values.allLines()) yield toJsonText(line);
  }
  return renderSealed({ kind: 'agreed', version: 1, through }, toLineBlocks(lines()));
}
