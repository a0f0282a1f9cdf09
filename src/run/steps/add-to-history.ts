import { basename } from 'node:path';
import type { Change, Outcome } from '../../domain/stages.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { nameWithoutTime } from '../folder/run-folder.ts';
import { agreeOnUpdate, changeLinesOf } from '../history/change-lines.ts';
import { type AttentionLine, fieldKey, type HistoryLine } from '../history/history-lines.ts';
import type { History } from '../history/open-history.ts';
import { recordOfReport } from '../history/record-of-report.ts';
import { givesBack } from '../job/gives-back.ts';
import type { Job } from '../job/job.ts';
import type { Run } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';
import type { RunAccount } from './run-account.ts';

interface Ended {
  readonly report: RunReport;
  readonly sent: Sent;
  readonly account: RunAccount;
  readonly attention: readonly AttentionLine[];
}

/** Adds a run to the history once its files are written. What goes wrong becomes a notice of the history. */
export function addToHistory(
  history: History,
  { report, sent, account, attention }: Ended,
  { job }: Run,
): void {
  const { input, settings, command } = job;
  if (!settings.history) return;
  const columns = input.reading?.columns ?? input.sheetFacts?.columns ?? {};
  const record = recordOfReport(report, {
    job: input.jobOfHistory,
    by: settings.history.by,
    sheetSha256: input.sheetFacts?.sheet_sha256,
    figures: input.figures ?? input.sheetFacts?.figures,
    columns,
    moves: sent.seen?.moves ?? {},
    undoneRuns: input.undoneRuns,
  });
  function* lines(): Generator<HistoryLine> {
    const drifts = sent.seen?.drifts ?? [];
    const drifted = new Set(drifts.map(fieldKey));
    const overwritten = new Set<string>();
    for (const outcome of account.updates()) {
      yield* changeLinesOf(outcome);
      agree(outcome, history, job);
      for (const key of overwrittenBy(outcome)) if (drifted.has(key)) overwritten.add(key);
    }
    for (const drift of drifts) yield { ...drift, overwritten: overwritten.has(fieldKey(drift)) };
    // Of a run that was stopped, most rows need attention for that reason alone.
    if (!report.stop) yield* attention;
    // What a sheet says that was stopped is not what anybody has agreed to.
    if (report.stop?.code !== 'guard') yield* history.agreed.freshLines();
  }
  const name =
    command === 'sync' || command === 'diff' ? input.name : nameWithoutTime(basename(report.folder));
  history.add(record, name, settings.dryRun ? () => [] : lines);
}

function overwrittenBy({ entry, status }: Outcome): readonly string[] {
  if (entry.kind !== 'update' || status !== 'updated') return [];
  const { id: listing_id } = entry.resolved.listing;
  return entry.changes.map(({ field }) => fieldKey({ listing_id, field }));
}

function agree({ entry, status, mayArrive }: Outcome, { agreed }: History, job: Job): void {
  if (entry.kind !== 'update') return;
  const { resolved, changes, pins } = entry;
  const { id: listingId } = resolved.listing;
  // What gives values back gives back computed bounds as well, which no sheet has said anything about.
  const isSaid = ({ field }: Change): boolean =>
    !givesBack(job) || agreed.get(listingId, field) !== undefined;
  const said = { changes: changes.filter(isSaid), pins: pins.filter(isSaid) };
  agreeOnUpdate({ listingId, ...said, status, mayArrive }, agreed);
}
