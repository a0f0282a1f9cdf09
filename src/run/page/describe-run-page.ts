import { join, resolve } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { VERSION } from '../../package/version.ts';
import type { UndoShape } from '../../report/files/render-undo.ts';
import { describePage, type PageFacts } from '../../report/page/describe-page.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { StepFlags, StepOptions } from '../../report/view/list-next-steps.ts';
import type { Fact } from '../../report/view/run-view.ts';
import type { ReviewedPlan } from '../folder/review-rows.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { displayPath } from '../job/display-path.ts';

interface RunPageOptions {
  readonly stepFlags: StepFlags;
  /** How the sheet was written. */
  readonly shape: UndoShape;
  readonly cwd: string;
  readonly disk: Disk;
  /** The plan, if its updates are to be approved. */
  readonly reviewed?: ReviewedPlan | undefined;
}

/** Describes a run as a whole for `report.html`, with the commands that follow it. */
export function describeRunPage(
  report: RunReport,
  { stepFlags, shape, cwd, disk, reviewed }: RunPageOptions,
): PageFacts {
  return describePage(report, {
    ...stepFlags,
    shape,
    reviewed,
    version: VERSION,
    cwd,
    folder: displayPath(report.folder, cwd),
    ...lookAtApplied(report, { cwd, disk }),
    files: namesOfFiles(report.folder, disk).filter(
      ([file]) => !report.preview || file !== RUN_FILES.summary,
    ),
  });
}

/** Whether the run that was applied had sent updates itself, before which it opens its journal; and whether it left a review file. */
export function lookAtApplied(
  { command, sheet }: RunReport,
  { cwd, disk }: { readonly cwd: string; readonly disk: Pick<Disk, 'existsSync'> },
): Pick<StepOptions, 'isSentBefore' | 'isReviewedBefore'> {
  const has = (file: string): boolean =>
    command === 'apply' && disk.existsSync(resolve(cwd, sheet.path, file));
  return { isSentBefore: has(RUN_FILES.outcomes), isReviewedBefore: has(RUN_FILES.review) };
}

/** Descriptions of the other files of a run folder. */
const FILES: Readonly<Record<string, string>> = {
  [RUN_FILES.results]: 'the outcome of every row',
  [RUN_FILES.retry]: 'the rows that need attention, to be fixed and given to sync',
  [RUN_FILES.undo]: 'a sheet that gives back what this run changed',
  [RUN_FILES.review]: 'the updates that can be approved one by one, for apply --only',
  [RUN_FILES.summary]: 'counts, settings and times, for scripts',
  [RUN_FILES.plan]: 'the plan, for apply and undo',
  [RUN_FILES.outcomes]: 'the journal of what was sent',
  [RUN_FILES.log]: 'the log',
};

/** The other files that the run folder has, or will have: the summary is written last. */
function namesOfFiles(folder: string, disk: Pick<Disk, 'existsSync'>): readonly Fact[] {
  return Object.entries(FILES).filter(
    ([file]) => file === RUN_FILES.summary || disk.existsSync(join(folder, file)),
  );
}
