import type { ReviewedPlan } from '../folder/review-rows.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { Run } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';

/**
 * What can be approved of a run over a sheet: of a plan that was not sent, all updates; of one that was, the held ones. `undefined` if the
 * plan can't be applied, or nothing in it is to be approved. `held`: how many entries are.
 */
export function findReviewedPlan(
  { seal, whole, declined }: Sent,
  held: number,
  { job, tools, ports }: Run,
): ReviewedPlan | undefined {
  const { command, settings } = job;
  const isOfSheet = command === 'sync' || command === 'diff';
  const isUnsent = settings.dryRun || declined;
  if (!isOfSheet || !whole || seal === undefined || (!isUnsent && held === 0)) return undefined;
  const { redact } = settings.service.apiKey;
  return { path: tools.folder.pathOf(RUN_FILES.plan), seal, isUnsent, redact, disk: ports.disk };
}
