import { toPageRow } from '../../report/page/page-row.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { Run, Tools } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';
import { describeRunPage } from '../page/describe-run-page.ts';
import { type PageFailure, ReportPage } from '../page/report-page.ts';
import { describeRun } from './describe-run.ts';
import { openAccount } from './run-account.ts';

/**
 * Describes a run that may still be sent, for the person who is asked, and writes `report.html` of its plan; the final
 * page replaces it. If the page can't be written, the question is asked all the same and the log says why.
 */
export function previewRun(sent: Sent, run: Run): RunReport {
  const { job, tools, ports } = run;
  const { missingIsOk, service, stepFlags } = job.settings;
  const { shape } = job.input;
  const { redact } = service.apiKey;
  // No one is asked about a plan that was stopped.
  const account = openAccount(tools.entries, { settled: sent.settled, missingIsOk, redact });
  const tally = account.newTally();
  const page = new ReportPage({ missingIsOk, redact });
  let n = 0;
  for (const outcome of account.outcomes()) {
    tally.add(outcome);
    page.add(toPageRow(outcome, n++));
  }
  const report: RunReport = {
    ...describeRun(sent, { digest: tally.result() }, run),
    preview: { hasPage: true },
  };
  const failure = page.write(tools.folder, () => describeRunPage(report, { ...ports, stepFlags, shape }));
  return failure ? withMissingPage(report, failure, tools) : report;
}

function withMissingPage(report: RunReport, { code, message }: PageFailure, { log }: Tools): RunReport {
  log.warn('no report before the question', { code, message });
  return { ...report, preview: { hasPage: false } };
}
