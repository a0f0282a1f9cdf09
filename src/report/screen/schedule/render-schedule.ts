import { holdsUnprintable } from '../../../domain/unprintable.ts';
import type { NightlyJob, ScheduleStep } from './nightly-job.ts';
import { renderCrontab } from './render-crontab.ts';
import { renderTask } from './render-task.ts';
import { renderUnits } from './render-units.ts';

/** Text that no scheduler could be given, so that nobody pastes half a line. */
const UNUSABLE =
  'A name with control or invisible characters cannot be written into a schedule: rename it first';

/** How to run the job every night, as docs/scheduling.md has it. */
export function renderSchedule(job: NightlyJob): {
  readonly steps: readonly ScheduleStep[];
  readonly notes: readonly string[];
} {
  if ([job.folder, ...job.program, ...job.words].some(holdsUnprintable))
    return { steps: [], notes: [UNUSABLE] };
  switch (job.scheduler) {
    case 'cron':
      return { steps: renderCrontab(job), notes: [] };
    case 'systemd':
      return { steps: renderUnits(job), notes: [] };
    case 'task':
      return renderTask(job);
  }
}
