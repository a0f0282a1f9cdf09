import { resolve } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { guardFolders } from '../folder/guard-folders.ts';
import { readJournal } from '../folder/journal.ts';
import { readPlan } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { displayPath } from '../job/display-path.ts';
import { type BegunStep, continueRamp, formatSteps, type RampOrder, restOfPause } from '../job/ramp-order.ts';
import type { Run } from '../job/run.ts';

interface Resumed {
  readonly ramp: RampOrder | undefined;
  readonly notices: readonly string[];
}

/**
 * The ramp of a run. If the last run of the same sheet was cut short in its steps, this one goes on with the step that was under way: its
 * plan is what is left of the sheet. The rest of that run's pause is waited for first, so that the plan is made of listings that were
 * read after it. If that is interrupted, so is what comes next.
 */
export async function resumeRamp(run: Run): Promise<Resumed> {
  const { job, tools, ports } = run;
  const { ramp, settings, input } = job;
  if (!ramp || ramp.continued || settings.dryRun || !input.reading) return { ramp, notices: [] };
  const [last] = (await tools.history).past.runs;
  const continued = last && findSteps(last, run);
  const begun = continued?.begun;
  if (!last || !begun) return { ramp, notices: [] };
  const of = continued.cut.upTo.length + 1;
  await waitForRest(ramp, { begun, of }, run);
  const folder = displayPath(last.folder ?? '', ports.cwd);
  const notice = `Goes on with step ${begun.step + 1} of ${of}, where the run of the same sheet in "${folder}" was cut short`;
  return { ramp: { ...ramp, continued }, notices: [notice] };
}

interface Begun {
  readonly begun: BegunStep;
  readonly of: number;
}

async function waitForRest(
  { pauseMs }: RampOrder,
  { begun, of }: Begun,
  { tools, ports, events }: Run,
): Promise<void> {
  const waitMs = restOfPause(begun, { pauseMs, now: ports.clock.now() });
  if (waitMs === 0) return;
  tools.phases.begin('pause');
  const step = { at: begun.step + 1, of };
  events.onProgress({ phase: 'pause', done: 0, total: undefined, step, waitMs });
  try {
    await ports.clock.sleep(waitMs, ports.signal);
  } catch (error) {
    if (error !== ports.signal.reason) throw error;
  }
}

/** The steps of a run that was cut short, if it was over the same sheet with the same steps. */
function findSteps(last: RunRecord, { job, ports }: Run): RampOrder['continued'] {
  const { folder, sheet, stopped, verdict } = last;
  const wasCutShort = stopped !== null || verdict === 'killed';
  if (folder === null || !wasCutShort || sheet?.sha256 !== job.input.sha256) return undefined;
  try {
    const disk = guardFolders([folder], { command: job.command, disk: ports.disk });
    const { head, seal: start } = readPlan(resolve(folder, RUN_FILES.plan), disk);
    const isSame = formatSteps(head.ramp?.steps ?? []) === formatSteps(job.ramp?.steps ?? []);
    if (!isSame) return undefined;
    const journal = readJournal(resolve(folder, RUN_FILES.outcomes), { start, disk });
    return continueRamp(job.settings, { recorded: head.ramp, journal })?.continued;
  } catch (error) {
    // Then it begins with the first step.
    if (error instanceof RunFolderError) return undefined;
    throw error;
  }
}
