import { resolve } from 'node:path';
import process from 'node:process';
import { createVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node';
import type { TestCheck } from './defect.ts';
import { type FileReport, judgeCheck, type TestReport } from './judge-check.ts';

/** Longer than any test takes beside other suites: one that times out proves nothing. */
const TEST_TIMEOUT_MS = 120_000;

/** Vitest over one folder, kept between runs: only files that have changed are transformed again. */
export interface WarmTests {
  /** Runs the tests of some checks, in processes that end with the run, until every check has failed or all tests have ended. */
  run(checks: readonly TestCheck[]): Promise<TestReport>;
  /** Drops the transformed text of a file that has changed. */
  forget(path: string): void;
  close(): Promise<void>;
}

/** Starts vitest over the project at `root`. */
export async function openWarmTests(root: string): Promise<WarmTests> {
  let collected: Collected | undefined;
  const reporter: Reporter = {
    onTestCaseResult: (test) => collected?.addTest(test),
    onTestModuleEnd: (module) => collected?.addModule(module),
  };
  // vitest takes no mode from here.
  process.env['TEST_TIER'] = 'full';
  const vitest = await createVitest('test', {
    root,
    watch: false,
    cache: false,
    maxWorkers: 1,
    testTimeout: TEST_TIMEOUT_MS,
    reporters: [reporter],
  });
  await vitest.standalone();

  async function run(checks: readonly TestCheck[]): Promise<TestReport> {
    const files = [...new Set(checks.map(({ file }) => file))];
    const specifications = files.flatMap((file) => vitest.getModuleSpecifications(resolve(root, file)));
    if (specifications.length === 0) return [];
    collected = collectUntilFailed(checks, () => void vitest.cancelCurrentRun('test-failure'));
    vitest.setGlobalTestNamePattern(toNamePattern(checks));
    await vitest.runTestSpecifications(specifications);
    return collected.report();
  }

  return { run, forget: (path) => vitest.invalidateFile(resolve(root, path)), close: () => vitest.close() };
}

/** Matches the tests of some checks; in other files it may match more. */
export function toNamePattern(checks: readonly TestCheck[]): string {
  return [...new Set(checks.map(({ name }) => escapeRegExp(name)))].join('|');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

interface Collected {
  addTest(test: TestCase): void;
  addModule(module: TestModule): void;
  report(): TestReport;
}

/** Collects the results of one run; vitest itself keeps those of earlier runs too. No later result changes a check that has failed. */
function collectUntilFailed(checks: readonly TestCheck[], stop: () => void): Collected {
  const files = new Map<string, FileReport>();
  let isStopped = false;
  const report = () => [...files.values()];
  return {
    addTest: (test) => {
      const file = test.module.relativeModuleId;
      const tests = files.get(file)?.tests ?? [];
      files.set(file, { file, errors: [], tests: [...tests, toResult(test)] });
      if (isStopped || !checks.every((check) => judgeCheck(check, report()).kind === 'fails')) return;
      isStopped = true;
      stop();
    },
    addModule: (module) => {
      const file = module.relativeModuleId;
      const errors = module.errors().map(({ message }) => message);
      files.set(file, { file, errors, tests: [...module.children.allTests()].map(toResult) });
    },
    report,
  };
}

function toResult(test: TestCase): FileReport['tests'][number] {
  const { state, errors = [] } = test.result();
  return {
    name: test.fullName.replaceAll(' > ', ' '),
    state,
    errors: errors.map(({ name = '', message }) => ({ name, message })),
  };
}
