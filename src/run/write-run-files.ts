import { DiskError } from '../domain/errors.ts';
import { toJsonText } from '../domain/json-text.ts';
import type { Redact } from '../domain/secret.ts';
import { buildSummary } from '../report/build-summary.ts';
import { renderResults } from '../report/render-results.ts';
import { renderRetry, type SheetShape } from '../report/render-retry.ts';
import { renderUndo, toRestorations, type UndoShape } from '../report/render-undo.ts';
import type { RunReport } from '../report/run-report.ts';
import { EXIT } from './exit-code.ts';
import { RUN_FILES, type RunFolder } from './run-folder.ts';
import { VERSION } from './version.ts';

interface WriteOptions {
  readonly shape: SheetShape & UndoShape;
  readonly folder: RunFolder;
  /** For the summary: a path that somebody gave may hold the key. */
  readonly redact: Redact;
}

/**
 * Writes the files that a run ends with. One that can't be written doesn't keep the others from being tried, and is told
 * in the report that is returned.
 */
export function writeRunFiles(report: RunReport, { shape, folder, redact }: WriteOptions): RunReport {
  const failures = [
    tryWrite(() => folder.writeWhole(RUN_FILES.results, renderResults(report.outcomes))),
    tryWrite(() => folder.writeWhole(RUN_FILES.retry, renderRetry(report.attention, shape))),
    tryWrite(() => folder.writeWhole(RUN_FILES.undo, renderUndo(toRestorations(report.outcomes), shape))),
  ];
  const told = failures.reduce(tellFailure, report);
  return writeSummary(told, { folder, redact });
}

/** One that is there by now, though it may not last, says nothing of what went wrong with it: it is written once more. */
function writeSummary(
  report: RunReport,
  { folder, redact }: Pick<WriteOptions, 'folder' | 'redact'>,
): RunReport {
  const write = (last: RunReport) =>
    tryWrite(() => folder.writeWhole(RUN_FILES.summary, [redact(renderSummary(last))]));
  const failure = write(report);
  const told = tellFailure(report, failure);
  if (failure) write(told);
  return told;
}

/** `summary.json` as text. */
export function renderSummary(report: RunReport): string {
  return `${toJsonText(buildSummary(report, { version: VERSION, files: RUN_FILES }), 2)}\n`;
}

function tryWrite(write: () => void): DiskError | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (error instanceof DiskError) return error;
    throw error;
  }
}

function tellFailure(report: RunReport, failure: DiskError | undefined): RunReport {
  if (!failure) return report;
  if (report.stop) return { ...report, notices: [...report.notices, failure.message] };
  const { code, message, hint } = failure;
  const isSent = report.outcomes.some(({ attempts }) => attempts > 0);
  const stop = isSent
    ? { code, rules: [], message, hint: SENT_ALL_THE_SAME, isAfterAll: true }
    : { code, rules: [], message, hint };
  return { ...report, stop, exitCode: EXIT.failed };
}

const SENT_ALL_THE_SAME =
  'Everything was sent, and there is nothing to run again: undo works from the plan and the outcomes, which are on disk';
