import type { Disk } from '../../domain/ports.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import type { HistoryFinding } from './history-finding.ts';
import { snapshotSchema } from './load-agreed.ts';
import { inspectFile, isNewer, NEWER } from './verify-run-file.ts';

const ADVICE =
  'Delete it, or have history rebuild --replace-damaged set it aside: the next run reads the files of all runs instead';

/** `ids`: the runs of the job. Errors: `DiskError`, those of the system. */
export function verifySnapshot(
  path: string,
  ids: ReadonlySet<string>,
  disk: Disk,
): readonly Omit<HistoryFinding, 'file'>[] {
  const { seal, findings } = inspectFile(path, ADVICE, disk);
  if (seal === undefined) return findings;
  const head = readFirstJson(path, disk);
  const { data } = snapshotSchema.safeParse(head);
  if (!data) {
    if (isNewer(head)) return [NEWER];
    return [{ kind: 'damaged', message: 'its first line is not that of a snapshot', advice: ADVICE }];
  }
  if (ids.has(data.through)) return findings;
  return [
    ...findings,
    {
      kind: 'gap',
      message: `it has the values up to the run "${data.through}", which is missing from the history`,
      advice: 'Add the run from its run folder with history rebuild, or from a copy with history import',
    },
  ];
}
