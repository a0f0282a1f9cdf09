import type { Disk } from '../../domain/ports.ts';
import { readLastActivity } from '../folder/read-last-activity.ts';
import type { BegunRun } from './begun-run.ts';
import type { PartOf } from './history-files.ts';
import { type NewRecord, NOTHING_KNOWN } from './new-record.ts';

/** All that is known of a run that was killed before it had a plan, or whose plan can't be read. Errors: those of the system. */
export function recordOfBegun({ command, folder, started_at }: BegunRun, of: PartOf, disk: Disk): NewRecord {
  const lastAlive = Math.max(Date.parse(started_at), readLastActivity(folder, disk));
  return {
    kind: 'run',
    version: 1,
    command,
    dry_run: false,
    ...of,
    by: { user: null, host: null, ci: null },
    started_at,
    finished_at: new Date(lastAlive).toISOString(),
    exit_code: null,
    verdict: 'killed',
    stopped: null,
    folder,
    ...NOTHING_KNOWN,
  };
}
