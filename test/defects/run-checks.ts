import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPORT_VARIABLE } from './assertion-reporter.ts';
import { checkByCommand } from './check-by-command.ts';
import { type Check, isTestCheck, type TestCheck } from './defect.ts';
import { judgeCheck, type TestReport, type Verdict } from './judge-check.ts';
import { runCommand } from './run-command.ts';

/** In a copy of a folder that was built already, what has changed is built anew. */
const BUILDS = [
  ['npx', 'tsc', '--incremental', '--tsBuildInfoFile', 'dist/build-info.json'],
  ['node', 'bundle.mjs'],
  ['node', 'bundle-page.mjs'],
] as const;

const MAX_OUTPUT = 500;

/** Builds the project in a folder and runs checks there, each once. */
export async function runChecks(
  checks: readonly Check[],
  folder: string,
): Promise<ReadonlyMap<Check, Verdict>> {
  for (const build of BUILDS) {
    const built = await runCommand(build, folder);
    if (built.code === 0) continue;
    const why = `it can’t be built: ${built.output.trim().split('\n')[0]}`;
    return new Map(checks.map((check) => [check, { kind: 'broken', why }]));
  }
  const verdicts = new Map<Check, Verdict>();
  const tests = checks.filter(isTestCheck);
  if (tests.length > 0) await runTests(tests, folder, verdicts);
  for (const check of checks) {
    if (!isTestCheck(check)) verdicts.set(check, await checkByCommand(check, folder));
  }
  return verdicts;
}

const REPORT = 'defects-report.json';

async function runTests(
  checks: readonly TestCheck[],
  folder: string,
  verdicts: Map<Check, Verdict>,
): Promise<void> {
  const path = join(folder, REPORT);
  const command = testCommand(checks, '--reporter=./test/defects/assertion-reporter.ts');
  const { output } = await runCommand(command, folder, { [REPORT_VARIABLE]: path });
  const report = readReport(path);
  rmSync(path, { force: true });
  const why = `the tests did not come to an end: ${output.trim().slice(-MAX_OUTPUT)}`;
  for (const check of checks) {
    verdicts.set(check, report ? judgeCheck(check, report) : { kind: 'broken', why });
  }
}

/** The command that runs the tests of some checks. */
export function testCommand(
  checks: readonly TestCheck[],
  ...flags: readonly string[]
): readonly [string, ...string[]] {
  const files = [...new Set(checks.map(({ file }) => file))];
  const names = [...new Set(checks.map(({ name }) => escapeRegExp(name)))];
  return [
    'npx',
    'vitest',
    'run',
    ...flags,
    '--mode',
    'full',
    '--testTimeout=30000',
    '-t',
    names.join('|'),
    ...files,
  ];
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function readReport(path: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
