import type { RunReport } from '../../report/tally/run-report.ts';
import { inSlices } from '../disk/in-slices.ts';
import { type OpenRun, openRun } from '../job/open-earlier-run.ts';
import type { Command, Job, JobInput, RunHost, RunSettings } from '../job/run.ts';
import { withLock } from '../lock/with-lock.ts';
import { runJob } from './run-job.ts';

/** Rows that each name their listing. */
export const LISTED_ONCE = { matching: { filters: {}, match: 'one' }, duplicates: 'error' } as const;

interface FolderRequest {
  readonly command: Extract<Command, 'apply' | 'undo'>;
  /** As it was given. */
  readonly folder: string;
  readonly settings: RunSettings;
}

/** What a command does with an earlier run; everything else of the job follows from that run. */
interface FolderJob extends Pick<Job, 'violations'> {
  readonly input: Omit<JobInput, 'sheet' | 'name' | 'strategyNames'> & {
    readonly sheet: Omit<JobInput['sheet'], 'path' | 'cwd' | 'sha256'>;
  };
}

/**
 * Runs `apply` or `undo` of an earlier run's folder, under the lock of the account.
 *
 * Errors: those of `openRun`, `withLock`, `runJob`, `toJob` and the host.
 */
export function runFromFolder(
  { command, folder, settings }: FolderRequest,
  host: RunHost,
  toJob: (run: OpenRun) => Promise<FolderJob>,
): Promise<RunReport> {
  return withLock({ command, subject: folder, settings }, host, async (locked) => {
    await host.assertMeant?.();
    const { cwd, disk } = locked.ports;
    const run = await inSlices(openRun(folder, { command, cwd, disk, settings }));
    const { input, ...judged } = await toJob(run);
    const { plan, name, strategyNames, madeWithOtherKey } = run;
    const job: Job = {
      ...judged,
      command,
      input: {
        ...input,
        sheet: { ...input.sheet, path: folder, cwd, sha256: plan.sha256 },
        // What a run was cut short at may be applied several times.
        name: `${command}-${command === 'apply' ? name.replace(/^apply-/, '') : name}`,
        strategyNames,
      },
      settings,
      madeWithOtherKey,
      ...LISTED_ONCE,
    };
    return runJob(job, locked);
  });
}
