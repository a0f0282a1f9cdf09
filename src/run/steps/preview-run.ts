import { toPageRow } from '../../report/page/page-row.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { Job, Surroundings } from '../job/job.ts';
import type { Sent, Tools } from '../job/run-state.ts';
import { describeRunPage } from '../page/describe-run-page.ts';
import { type PageFailure, ReportPage } from '../page/report-page.ts';
import { describeRun, openAccount } from './conclude-run.ts';

interface PreviewContext {
  readonly job: Job;
  readonly tools: Tools;
  readonly surroundings: Surroundings;
}

/**
 * A run that may still be sent, for the person who is asked whether to, with `report.html` of its plan: the page of the end
 * takes its place. Where it can't be written the question is asked all the same, and the log says why.
 */
export function previewRun(sent: Sent, { job, tools, surroundings }: PreviewContext): RunReport {
  const { missingIsOk, service, stepFlags } = job.settings;
  const account = openAccount(sent, job, tools);
  const tally = account.newTally();
  const page = new ReportPage({ missingIsOk, redact: service.apiKey.redact });
  let n = 0;
  for (const outcome of account.outcomes()) {
    tally.add(outcome);
    page.add(toPageRow(outcome, n++));
  }
  const report: RunReport = {
    ...describeRun(sent, job, { tools, surroundings, digest: tally.result() }),
    preview: { hasPage: true },
  };
  const failure = page.write(tools.folder, () =>
    describeRunPage(report, { ...surroundings, stepFlags, shape: job.input.shape }),
  );
  return failure ? withMissingPage(report, failure, tools) : report;
}

function withMissingPage(report: RunReport, { code, message }: PageFailure, { log }: Tools): RunReport {
  log.warn('no report before the question', { code, message });
  return { ...report, preview: { hasPage: false } };
}
