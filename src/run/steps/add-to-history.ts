import { isLook } from '../../domain/run-record.ts';
import { skuOf } from '../../domain/stages.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { givesBack } from '../job/gives-back.ts';
import type { Run } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';
import type { AttentionRow } from '../ledger/attention-rows.ts';
import type { History } from '../ledger/open-history.ts';
import { nameRun, recordOf } from '../ledger/run-facts.ts';
import { settledFrom, settledOf } from '../ledger/settled-update.ts';
import type { RunAccount } from './run-account.ts';
import { summaryOf } from './write-run-files.ts';

interface Ended {
  readonly report: RunReport;
  readonly sent: Sent;
  readonly account: RunAccount;
  readonly attention: readonly AttentionRow[];
}

/** Adds a run to the history once its files are written. What goes wrong becomes a notice of the history. */
export async function addToHistory(
  history: History,
  { report, sent, account, attention }: Ended,
  { job, tools }: Run,
): Promise<void> {
  const { input, settings } = job;
  if (!settings.history) return;
  const { sheet, command, account: of, folder } = report;
  const record = recordOf(summaryOf(report), {
    id: nameRun(folder, input.name, tools.startedAt),
    command,
    job: input.jobOfHistory ?? null,
    account: of,
    by: settings.history.by,
    folder,
    sheet: {
      path: sheet.path,
      sha256: input.sheetFacts?.sheet_sha256 ?? sheet.sha256,
      rows: sheet.rows,
      columns: input.reading?.columns ?? input.sheetFacts?.columns ?? {},
      figures: input.figures ?? input.sheetFacts?.figures ?? null,
    },
    moves: sent.seen?.moves ?? {},
    ...(input.undoneRuns && { undone_runs: input.undoneRuns }),
  });
  // What a sheet says that was stopped is not what anybody has agreed to.
  if (isLook(record) || !sent.whole || report.stop?.code === 'guard') history.addLook(record, sent.whole);
  else
    await history.add({
      record,
      updates: settledFrom(() => account.updates(), settledOf),
      attention,
      judged: () => Array.from(account.outcomes(), ({ entry }) => skuOf(entry)),
      drifts: sent.seen?.drifts,
      // What gives values back gives back computed bounds as well, which no sheet has said anything about.
      isSaid: (id, field) => !givesBack(job) || history.state.values.get(id, field) !== undefined,
    });
}
