import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ROOT } from '../support/pages.ts';
import { TEMP_ROOT } from '../support/temp-root.ts';
import { MISTAKES, type Mistake, patch } from './mistakes.ts';

/**
 * Plants one mistake after another in a copy of the project, and demands that the test which it names fails: all of them, one in
 * `--one-in N`, or those whose names are given. That the tests pass without a mistake is seen first, for all of them, so that none is renamed or
 * taken out unnoticed.
 */
function main(): void {
  const options = { 'one-in': { type: 'string', default: '1' } } as const;
  const { values, positionals: names } = parseArgs({ options, allowPositionals: true });
  const chosen = Object.entries(MISTAKES).filter(([name], at) =>
    names.length > 0 ? names.includes(name) : at % Number(values['one-in']) === 0,
  );
  if (chosen.length === 0) throw new Error(`No mistake is called ${names.join(', ')}`);
  const copy = copyProject();
  try {
    demandThatAllPass(copy, Object.entries(MISTAKES));
    const survivors = chosen.filter(([name, mistake]) => {
      const isCaught = plant(copy, mistake);
      process.stdout.write(`${isCaught ? 'caught  ' : 'SURVIVED'} ${name}\n`);
      return !isCaught;
    });
    for (const [name, { cost, caughtBy }] of survivors)
      process.stdout.write(`"${name}" was caught by no test of ${caughtBy.join(': ')}\n  ${cost}\n`);
    process.stdout.write(`${chosen.length} mistakes planted, ${survivors.length} survived\n`);
    if (survivors.length > 0) process.exitCode = 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The project at its last build, in a folder with a link to its packages. */
function copyProject(): string {
  const copy = mkdtempSync(join(TEMP_ROOT, 'pricesheet-planted-'));
  const leftOut = new Set(['.git', 'node_modules', 'runs']);
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !leftOut.has(relative(ROOT, path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

function demandThatAllPass(copy: string, mistakes: readonly (readonly [string, Mistake])[]): void {
  const results = runTests(
    copy,
    mistakes.map(([, { caughtBy }]) => caughtBy),
  );
  const unproven = mistakes.filter(([, { caughtBy }]) => {
    const statuses = statusesOf(results, caughtBy);
    return !statuses.includes('passed') || statuses.includes('failed');
  });
  if (unproven.length === 0) return;
  const tests = unproven.map(([, { caughtBy }]) => `  ${caughtBy.join(': ')}`);
  throw new Error(`Without any mistake these tests do not pass, or do not exist:\n${tests.join('\n')}`);
}

/** Whether the test fails with the mistake: by itself, since a file that can't be loaded shows nothing. */
function plant(copy: string, mistake: Mistake): boolean {
  const path = join(copy, mistake.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, patch(text, mistake));
  try {
    return statusesOf(runTests(copy, [mistake.caughtBy]), mistake.caughtBy).includes('failed');
  } finally {
    writeFileSync(path, text);
  }
}

interface Result {
  readonly fullName: string;
  readonly status: string;
}

function runTests(copy: string, tests: readonly Mistake['caughtBy'][]): readonly Result[] {
  const report = join(copy, 'planted.json');
  const files = [...new Set(tests.map(([file]) => file))];
  const names = tests.map(([, name]) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--mode', 'full', '--testTimeout', '30000'];
  const reporting = ['--reporter', 'json', '--outputFile', report, '-t', names.join('|')];
  rmSync(report, { force: true });
  spawnSync(process.execPath, [...vitest, ...reporting, ...files], { cwd: copy, stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ assertionResults }: { assertionResults: Result[] }) => assertionResults);
}

function statusesOf(results: readonly Result[], [, name]: Mistake['caughtBy']): readonly string[] {
  return results.filter(({ fullName }) => fullName.includes(name)).map(({ status }) => status);
}

main();
