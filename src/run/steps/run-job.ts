import { setMaxListeners } from 'node:events';
import { effectiveRate } from '../../report/tally/effective-rate.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { type OpenRereading, openRereading } from '../../resolve/open-rereading.ts';
import { openService, type Service } from '../../service/open-service.ts';
import { EntryStore } from '../folder/entry-store.ts';
import { closeLog, openLog } from '../folder/open-log.ts';
import { createRunFolder, RUN_FILES } from '../folder/run-folder.ts';
import type { Job, RunSettings, Surroundings } from '../job/job.ts';
import { accountStatePath, readAccountState, writeAccountState } from '../lookup/account-state.ts';
import { describeRunPage } from '../page/describe-run-page.ts';
import { describeRun, openAccount } from './conclude-run.ts';
import { makePlan } from './make-plan.ts';
import { sendPlan } from './send-plan.ts';
import { writeRunFiles } from './write-run-files.ts';

/**
 * The one story of `sync`, `diff`, `apply` and `undo`: find the listings, plan, put the plan on disk, send it, and account for
 * every row, however it ends.
 *
 * Errors: `RunFolderError` and `DiskError` while there is no run folder to account in. From then on whatever ends the
 * run is told in the report.
 */
export async function runJob(job: Job, surroundings: Surroundings): Promise<RunReport> {
  setMaxListeners(0, surroundings.signal);
  const { settings, input } = job;
  const startedAt = surroundings.clock.now();
  const folder = createRunFolder({
    out: settings.out,
    cwd: surroundings.cwd,
    startedAt,
    sheetName: input.name,
    shard: input.reading && job.shard,
    disk: surroundings.disk,
  });
  surroundings.onFolder?.(folder.path);
  job.lock?.nameFolder(folder.path);
  const logFile = folder.openLines(RUN_FILES.log);
  const log = openLog(logFile, { level: settings.logLevel, redact: settings.service.apiKey.redact });
  const noteStop = (): void => log.warn('asked to stop', { message: String(surroundings.signal.reason) });
  surroundings.signal.addEventListener('abort', noteStop, { once: true });
  const statePath = accountStatePath(surroundings.locks, settings.service);
  const client = openService(
    { ...settings.service, startPerSecond: readAccountState(statePath, surroundings.disk).ratePerSecond },
    { ...surroundings, readOnly: settings.dryRun, log },
  );
  surroundings.onRequests?.(client.counts);
  const entries = new EntryStore(folder);
  const rereading = openRereadingOf(client, settings, surroundings);
  const service = rereading ? { ...client, ...portsOf(rereading) } : client;
  const tools = { service, rereading, folder, entries, log, startedAt };
  try {
    log.info('run started', {
      command: job.command,
      dryRun: settings.dryRun,
      sheet: input.path,
      rows: input.rows.sheetRows,
      reading: input.reading,
    });
    const planned = await makePlan(job, tools, surroundings);
    const sent = await sendPlan(planned, job, tools, surroundings);
    const report = writeRunFiles(
      openAccount(sent, job, tools),
      (digest) => describeRun(sent, job, { tools, surroundings, digest }),
      {
        shape: input.shape,
        folder,
        redact: settings.service.apiKey.redact,
        missingIsOk: settings.missingIsOk,
        describePage: (report) =>
          describeRunPage(report, { ...surroundings, stepFlags: settings.stepFlags, shape: input.shape }),
        onProgress: surroundings.onProgress,
      },
    );
    const { setting, ratePerSecond } = service.learned();
    if (setting === 'auto') writeAccountState(statePath, { ratePerSecond }, surroundings.disk);
    log.info('run ended', { exitCode: report.exitCode, stop: report.stop, requests: report.requests });
    const notice = closeLog(logFile);
    return notice === undefined ? report : { ...report, notices: [...report.notices, notice] };
  } finally {
    surroundings.signal.removeEventListener('abort', noteStop);
    entries.close();
    await service.close();
  }
}

function openRereadingOf(
  { findListings, listListings, learned }: Service,
  { rereadAfterMs }: RunSettings,
  { clock }: Surroundings,
): OpenRereading | undefined {
  if (rereadAfterMs === 'off') return undefined;
  const ratePerSecond = () => effectiveRate(learned());
  return openRereading({ findListings, listListings, spanMs: rereadAfterMs, ratePerSecond, clock });
}

/** What is read is noted with its time. */
function portsOf({
  findListings,
  listListings,
}: OpenRereading): Pick<Service, 'findListings' | 'listListings'> {
  return { findListings, listListings };
}
