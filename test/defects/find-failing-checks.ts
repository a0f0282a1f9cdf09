import { askAll, type Worker } from './ask-worker.ts';
import { type Check, describeCheck, isTestCheck } from './defect.ts';
import { describeVerdict } from './describe-defect.ts';
import { judgeCheck, type TestReport } from './judge-check.ts';

/** Enough files to be worth a process, few enough that all workers have something to do until the end. */
const FILES_IN_GROUP = 6;

/**
 * Runs checks in the project as it is, but for tests that are in a report already. Gives a line for each that doesn't pass: it would
 * seem to catch everything.
 */
export async function findFailingChecks(
  checks: readonly Check[],
  workers: readonly Worker[],
  report?: TestReport,
): Promise<readonly string[]> {
  const reported = report ? checks.filter(isTestCheck) : [];
  const rest = report ? checks.filter((check) => !isTestCheck(check)) : checks;
  const answers = await askAll(inGroups(rest), workers, async (group, worker) => {
    const { verdicts } = await worker.ask({ checks: group });
    return group.map((check, index) => [check, verdicts[index]] as const);
  });
  return [...reported.map((check) => [check, judgeCheck(check, report ?? [])] as const), ...answers.flat()]
    .filter(([, verdict]) => verdict?.kind !== 'passes')
    .map(([check, verdict]) => `Without any defect: ${describeCheck(check)} ${describeVerdict(verdict)}\n`);
}

/** Checks of a file stay together; each command is a group of its own. */
function inGroups(checks: readonly Check[]): readonly (readonly Check[])[] {
  const tests = checks.filter(isTestCheck);
  const files = [...new Set(tests.map(({ file }) => file))];
  const starts = files.flatMap((_, index) => (index % FILES_IN_GROUP === 0 ? [index] : []));
  const groups = starts.map((start) => {
    const some = files.slice(start, start + FILES_IN_GROUP);
    return tests.filter(({ file }) => some.includes(file));
  });
  return [...checks.filter((check) => !isTestCheck(check)).map((check) => [check]), ...groups];
}
