import { effectiveRate } from '../../report/tally/effective-rate.ts';
import { type OpenRereading, openRereading } from '../../resolve/open-rereading.ts';
import { openService, type Service } from '../../service/open-service.ts';
import type { CountedLineFile } from '../disk/line-file.ts';
import { EntryStore } from '../folder/entry-store.ts';
import { openLog } from '../folder/open-log.ts';
import { createRunFolder, RUN_FILES, type RunFolder } from '../folder/run-folder.ts';
import type { Job } from '../job/job.ts';
import type { RunHost, RunPorts, Tools } from '../job/run.ts';
import { accountStatePath, readAccountState } from '../lookup/account-state.ts';

/** The log's file is closed by the run itself, as its last line. */
interface OpenTools extends Tools {
  readonly logFile: CountedLineFile;
}

/**
 * Makes the run folder and opens everything that a run works with.
 *
 * Errors: `RunFolderError`, `DiskError`.
 */
export function openTools(job: Job, { ports, events }: RunHost): OpenTools {
  const { settings } = job;
  const startedAt = ports.clock.now();
  const folder = makeFolder(job, startedAt, ports);
  events.onFolder?.(folder.path);
  job.lock?.nameFolder(folder.path);
  const { apiKey } = settings.service;
  const logFile = folder.openLines(RUN_FILES.log);
  const log = openLog(logFile, { level: settings.logLevel, redact: apiKey.redact });
  const { ratePerSecond: startPerSecond } = readAccountState(
    accountStatePath(ports.locks, settings.service),
    ports.disk,
  );
  const context = { ...ports, readOnly: settings.dryRun, log };
  const client = openService({ ...settings.service, startPerSecond }, context);
  events.onRequests?.(client.counts);
  const rereading = openRereadingOf(client, job, ports);
  const service = rereading ? { ...client, ...readersOf(rereading) } : client;
  return { service, rereading, folder, entries: new EntryStore(folder), log, logFile, startedAt };
}

function makeFolder({ settings, input, shard }: Job, startedAt: number, { cwd, disk }: RunPorts): RunFolder {
  return createRunFolder({
    out: settings.out,
    cwd,
    startedAt,
    sheetName: input.name,
    shard: input.reading && shard,
    disk,
  });
}

function openRereadingOf(
  { findListings, listListings, learned }: Service,
  { settings: { rereadAfterMs } }: Job,
  { clock }: RunPorts,
): OpenRereading | undefined {
  if (rereadAfterMs === 'off') return undefined;
  const ratePerSecond = () => effectiveRate(learned());
  return openRereading({ findListings, listListings, spanMs: rereadAfterMs, ratePerSecond, clock });
}

/** The readers that note when each listing was read. */
function readersOf({
  findListings,
  listListings,
}: OpenRereading): Pick<Service, 'findListings' | 'listListings'> {
  return { findListings, listListings };
}
