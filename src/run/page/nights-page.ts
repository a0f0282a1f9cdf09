import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { Redact } from '../../domain/secret.ts';
import { VERSION } from '../../package/version.ts';
import type { NightsFacts } from '../../report/nights/nights-facts.ts';
import { renderNightsPage } from '../../report/nights/render-nights-page.ts';
import { arrangeNights, type JobNights } from '../../report/tally/arrange-nights.ts';
import { joinParts } from '../../report/tally/join-parts.ts';
import { byWorst } from '../../report/tally/night-state.ts';
import { countChanges } from '../history/count-changes.ts';
import { describeUnread } from '../history/history-trouble.ts';
import { listChronic } from '../history/list-chronic.ts';
import { type NightsRead, readNights } from '../history/read-nights.ts';
import { findReports } from './find-reports.ts';
import { readPageAssets } from './page-assets.ts';

interface Describing {
  /** The file that the page is for. */
  readonly path: string;
  /** The folder of the history. */
  readonly history: string;
  /** Only this job. */
  readonly job?: string | undefined;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
  /** Of the commands on the page. */
  readonly shell: Shell;
}

const CHRONIC_NIGHTS = 3;

/** The page about the ninety nights of a history, in blocks. Errors: those of the system; `DiskError`. */
export function renderNights(describing: Describing, redact: Redact): Generator<string> {
  return renderNightsPage(describeHistory(describing), { assets: readPageAssets('nights'), redact });
}

function describeHistory({ path, history, job, now, disk, shell }: Describing): NightsFacts {
  const read = readNights(history, { job, now, disk });
  const jobs = arrangeJobs(read, now);
  const runs = read.parts
    .flatMap((part) => part.runs)
    .sort((one, other) => (one.record.started_at < other.record.started_at ? 1 : -1));
  const shown = new Set<RunRecord>(jobs.flatMap(({ records }) => records));
  const chronic = listChronic(runs, { nights: CHRONIC_NIGHTS, disk });
  const changes = countChanges(
    runs.filter(({ record }) => shown.has(record)),
    { disk },
  );
  const newest = runs.map(({ record }) => record).filter((record) => shown.has(record));
  return {
    version: VERSION,
    now,
    jobs,
    chronic: chronic.rows,
    chronicNights: CHRONIC_NIGHTS,
    changes,
    reports: findReports(newest, { page: dirname(path), runs: dirname(history), disk }),
    cutAt: read.cutAt,
    notices: [...chronic.notices, ...describeUnread(read.unread)],
    shell,
  };
}

/** The worst first. */
export function arrangeJobs({ parts }: NightsRead, now: number): readonly JobNights[] {
  const joined = joinParts(
    parts.map(({ runs, unfinished }) => ({ records: runs.map(({ record }) => record), unfinished })),
  );
  return joined
    .map((part) => arrangeNights(part, now))
    .sort((one, other) => byWorst(one.state, other.state) || byName(one, other));
}

function byName(one: JobNights, other: JobNights): number {
  return `${one.job}` < `${other.job}` ? -1 : 1;
}
