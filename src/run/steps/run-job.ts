import { setMaxListeners } from 'node:events';
import type { RunReport } from '../../report/tally/run-report.ts';
import { closeLog } from '../folder/open-log.ts';
import type { Job } from '../job/job.ts';
import type { Run, RunHost } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';
import { accountStatePath, writeAccountState } from '../lookup/account-state.ts';
import { describeRunPage } from '../page/describe-run-page.ts';
import { describeRun } from './describe-run.ts';
import { describeStop } from './describe-stop.ts';
import { makePlan } from './make-plan.ts';
import { openTools } from './open-tools.ts';
import { openAccount } from './run-account.ts';
import { sendPlan } from './send-plan.ts';
import { writeReport, writeRowFiles } from './write-run-files.ts';

/**
 * Runs `sync`, `diff`, `apply` and `undo`: finds the listings, plans, writes the plan to disk, sends it, and accounts
 * for every row, however it ends.
 *
 * Errors: `RunFolderError` and `DiskError` while there is no run folder yet. After that, anything that ends the run is
 * in the report.
 */
export async function runJob(job: Job, host: RunHost): Promise<RunReport> {
  const { signal } = host.ports;
  setMaxListeners(0, signal);
  const { logFile, ...tools } = openTools(job, host);
  const { log, entries, service } = tools;
  const noteStop = (): void => log.warn('asked to stop', { message: String(signal.reason) });
  signal.addEventListener('abort', noteStop, { once: true });
  const run: Run = { job, tools, ...host };
  try {
    logStart(run);
    const planned = await makePlan(run);
    const sent = await sendPlan(planned, run);
    tools.phases.begin('write');
    const report = conclude(sent, run);
    rememberPace(run);
    log.info('run ended', { exitCode: report.exitCode, stop: report.stop, requests: report.requests });
    const notice = closeLog(logFile);
    return notice === undefined ? report : { ...report, notices: [...report.notices, notice] };
  } finally {
    signal.removeEventListener('abort', noteStop);
    entries.close();
    await service.close();
  }
}

function logStart({ job: { command, settings, input }, tools: { log } }: Run): void {
  const { dryRun } = settings;
  const { path, rows, reading } = input;
  log.info('run started', { command, dryRun, sheet: path, rows: rows.sheetRows, reading });
}

/** Gives every entry an outcome and writes the files that a run ends with. */
function conclude(sent: Sent, run: Run): RunReport {
  const { job, tools, ports, events } = run;
  const { command, settings, input } = job;
  const { stepFlags, missingIsOk, service } = settings;
  const { apiKey } = service;
  const { redact } = apiKey;
  const { shape } = input;
  const { folder } = tools;
  const stop = describeStop(sent, { command, apiKey });
  const account = openAccount(tools.entries, { ...sent, stop, missingIsOk, redact });
  const rowFiles = writeRowFiles(account, { ...events, shape, folder, missingIsOk, redact });
  const report = describeRun(sent, { digest: rowFiles.digest, stop }, run);
  const describePage = (written: RunReport) => describeRunPage(written, { ...ports, stepFlags, shape });
  return writeReport(report, { account, rowFiles, folder, redact, describePage });
}

/** Of the pace, only a learned one is worth remembering for the next run. */
function rememberPace({ job, tools, ports: { locks, disk } }: Run): void {
  const { setting, ratePerSecond, roundTripMs } = tools.service.learned();
  if (roundTripMs === undefined) return;
  const pace = setting === 'auto' ? { ratePerSecond, roundTripMs } : { roundTripMs };
  writeAccountState(accountStatePath(locks, job.settings.service), pace, disk);
}
