import { groupBy } from '../../domain/group-by.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { ChronicView } from '../../report/screen/history-views.ts';
import type { KeptRun } from './history-files.ts';
import type { HistoryLine } from './history-lines.ts';
import { describeTrouble } from './history-trouble.ts';
import { isWholeRun } from './is-whole-run.ts';
import { partOf } from './read-histories.ts';
import { readHistoryFile } from './read-history-file.ts';

interface Chronic {
  /** The longest first. */
  readonly rows: readonly ChronicView[];
  /** The runs that they are from: the last one of each job that judged every row. */
  readonly runs: readonly RunRecord[];
  readonly notices: readonly string[];
}

/** Lists rows that need attention, and fields that drift, in at least `nights` runs in a row. `runs`: the newest first. */
export function listChronic(
  runs: readonly KeptRun[],
  { nights, disk }: { readonly nights: number; readonly disk: Disk },
): Chronic {
  const notices: string[] = [];
  const lasts: RunRecord[] = [];
  const rows: ChronicView[] = [];
  const wholeRuns = runs.filter(({ record }) => isWholeRun(record));
  for (const whole of groupBy(wholeRuns, ({ path }) => partOf(path)).values()) {
    const [last] = whole;
    if (!last) continue;
    lasts.push(last.record);
    const records = whole.map(({ record }) => record);
    try {
      for (const line of readHistoryFile(last.path, disk, { only: ['attention', 'drift'] }))
        rows.push(...toChronic(line, records));
    } catch (error) {
      notices.push(describeTrouble(error));
    }
  }
  const chronic = rows.filter((row) => row.nights >= nights);
  return { rows: chronic.sort((one, other) => other.nights - one.nights), runs: lasts, notices };
}

/** `whole`: the runs of the job that judged every row, the newest first. */
function toChronic(line: HistoryLine, whole: readonly RunRecord[]): readonly ChronicView[] {
  const job = whole[0]?.job ?? null;
  if (line.kind === 'attention') {
    const { kind, status, reason, ...row } = line;
    return [{ job, kind, ...row, what: status, why: reason }];
  }
  if (line.kind !== 'drift' || line.verdict === 'recomputed') return [];
  const { kind, line: row, sku, listing_id, nights, field, verdict } = line;
  const since = whole[nights - 1]?.started_at ?? null;
  return [{ job, kind, line: row, sku, listing_id, since, nights, what: verdict, why: field }];
}
