import { buildChanged } from './build-changed.ts';
import { checkByCommand } from './check-by-command.ts';
import { type Check, isTestCheck } from './defect.ts';
import { judgeCheck, type Verdict } from './judge-check.ts';
import type { WarmTests } from './warm-tests.ts';

interface Where {
  readonly folder: string;
  readonly tests: WarmTests;
  /** The file that is not as it was when the folder was built. */
  readonly changed?: string;
}

/** Runs checks in a folder. Gives a verdict for each, in their order. */
export async function runChecks(
  checks: readonly Check[],
  { folder, tests, changed }: Where,
): Promise<readonly Verdict[]> {
  const why = changed === undefined ? undefined : await buildChanged(changed, { checks, folder });
  if (why !== undefined) return checks.map(() => ({ kind: 'broken', why }));
  const report = await tests.run(checks.filter(isTestCheck));
  const verdicts: Verdict[] = [];
  for (const check of checks) {
    verdicts.push(isTestCheck(check) ? judgeCheck(check, report) : await checkByCommand(check, folder));
  }
  return verdicts;
}
