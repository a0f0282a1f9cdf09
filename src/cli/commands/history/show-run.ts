import * as systemDisk from 'node:fs';
import { join } from 'node:path';
import { type OpenHistories, openHistories } from '../../../api/stories/open-histories.ts';
import { count } from '../../../domain/count.ts';
import type { RunRecord } from '../../../domain/documents/run-record.ts';
import { UsageError } from '../../../domain/errors.ts';
import { isWholeRun } from '../../../domain/run-record.ts';
import { describeOpen, describeRun, describeUnfinished } from '../../../report/screen/describe-run-end.ts';
import { readPlanHead } from '../../../run/folder/plan-file.ts';
import { RUN_FILES } from '../../../run/folder/run-folder.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { findRuns } from '../../../run/ledger/past-runs.ts';
import { describeLostState, NOTHING_OPEN, readOpen, takenBackIn } from '../../../run/ledger/read-ledger.ts';
import { isPlanOf, planPathOf } from '../../../run/ledger/run-facts.ts';
import { toOpenRows } from '../../../run/page/read-jobs.ts';
import type { Context } from '../../context/context.ts';
import { printFound, tableOf } from './print-found.ts';

const MAX_ROWS = 20;

/** `history show RUN`: a run in full, with what is open now if it was the last one that judged every row; of a day all of its runs. */
export function showRun([given = '']: readonly string[], context: Context): number {
  const { cwd } = context.stdio;
  const opened = openHistories(context);
  const { ledgers, values } = opened;
  const found = findRuns(given, { ledgers, cwd, job: values.job, disk: systemDisk });
  if (context.json && found.length > 1) {
    const names = found.map(({ id, folder }) => (id === given ? folder : id));
    throw new UsageError(
      [`There are ${found.length} runs of "${given}", and one JSON document is about one`],
      {
        hint: `Name one of them: ${names.join(', ')}`,
      },
    );
  }
  for (const each of found) show(each, opened, context);
  return 0;
}

function show(record: RunRecord, opened: OpenHistories, context: Context): void {
  const { ledgers } = opened;
  const ledger = ledgers.find(({ runs }) => runs.includes(record));
  const isLast = ledger?.runs.find(isWholeRun) === record;
  const state = ledger && isLast ? readOpen(ledger.path, systemDisk) : NOTHING_OPEN;
  const notices = [
    ...(ledger && !state ? [describeLostState(ledger.path)] : []),
    ...ledgers.flatMap(({ unfinished }) => unfinished.map(describeUnfinished)),
    ...opened.notices,
  ];
  const { drifts: drift, attention } = state ?? NOTHING_OPEN;
  const { folder: own } = record;
  const head = own === null ? undefined : readPlanHead(planPathOf(own), systemDisk);
  const isOther = head !== undefined && !isPlanOf(record, head);
  const find = (file: string): string | null => {
    const path = join(own ?? '', file);
    const isThere = own !== null && !isOther && systemDisk.existsSync(path);
    return isThere ? displayPath(path, context.stdio.cwd) : null;
  };
  const found = {
    folder_now: find(''),
    report_now: find(RUN_FILES.report),
    results_now: find(RUN_FILES.results),
  };
  const { ended } = describeRun(record, takenBackIn(ledgers)(record));
  const { id, command, job, by, started_at, finished_at, account, stopped, sheet, counts, changes } = record;
  const { drift: drifted, requests, settings, approval, undone_runs, folder } = record;
  const facts = {
    ...{ id, ended, stopped: stopped?.message, command, job, started_at, finished_at, by, account },
    sheet: sheet && `${sheet.path}, ${count(sheet.rows, 'row')}`,
    ...{ counts, changes, drift: drifted, requests, settings, approval, undone_runs, folder, ...found },
  };
  const named = Object.entries(facts).map(([name, value]) => ({ name, value: toText(value ?? '') }));
  const rows = toOpenRows(state ?? NOTHING_OPEN, record.job);
  const table = [
    ...tableOf(
      named.filter(({ value }) => value !== ''),
      context,
    ),
    ...(rows.length === 0 ? [] : ['', 'Open now:']),
    ...tableOf(rows.slice(0, MAX_ROWS).map(describeOpen), context),
  ];
  const more = rows.length > MAX_ROWS ? [`${MAX_ROWS} of ${rows.length}; history show --json has all`] : [];
  const json = { run: record, ...found, drift, attention, notices };
  printFound({ json, table, said: more }, context);
}

/** In the words of `--json`: `outcomes 35, by_status (updated 33, not_found 2)`. */
function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return Object.entries(value)
    .map(([name, each]) => `${name} ${typeof each === 'object' && each ? `(${toText(each)})` : each}`)
    .join(', ');
}
