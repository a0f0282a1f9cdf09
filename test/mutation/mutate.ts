import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { TESTS_VARIABLE } from './in-process-runner.ts';
import { filesOf, ROOMS, type Room } from './rooms.ts';

const USAGE = `npm run mutate -- [PLACE ...] [--jobs N]

Plants mistakes in the code that decides amounts, rows and statuses, one at a time, and counts how many the quick tests of that code notice.
Prints each that they don't. Fails if a place has a lower score than test/mutation/rooms.ts demands.

  PLACE     ${Object.keys(ROOMS).join(', ')}: all if none is given. A file of one of them, such as
            src/plan/guard-rules.ts, is tried alone, and no score is demanded of it
  --jobs N  processes (2)
`;

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

interface Place {
  readonly name: string;
  readonly room: Room;
  readonly code: readonly string[];
  readonly minScore: number | undefined;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { jobs: { type: 'string', default: '2' }, help: { type: 'boolean', default: false } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(ROOMS);
  const places = names.flatMap(findPlace);
  const jobs = Number(values.jobs);
  if (values.help || places.length < names.length || !(jobs >= 1)) {
    say(USAGE);
    return values.help ? 0 : 2;
  }
  let isGood = true;
  for (const place of places) isGood = (await tryPlace(place, jobs)) && isGood;
  return isGood ? 0 : 1;
}

function findPlace(name: string): readonly Place[] {
  const named = ROOMS[name];
  if (named) return [{ name, room: named, code: filesOf(named.code), minScore: named.minScore }];
  const room = Object.values(ROOMS).find((each) => filesOf(each.code).includes(name));
  return room ? [{ name, room, code: [name], minScore: undefined }] : [];
}

async function tryPlace({ name, room, code, minScore }: Place, jobs: number): Promise<boolean> {
  const began = performance.now();
  const tests = filesOf(room.tests).filter((path) => path.endsWith('.test.ts'));
  process.env[TESTS_VARIABLE] = JSON.stringify({ files: tests, leftOut: room.leftOut ?? [] });
  // Processes of Stryker load the runner, which is written in TypeScript.
  process.env['NODE_OPTIONS'] = `--import ${import.meta.resolve('tsx')}`;
  // Properties are tried as often as in the fast tier.
  process.env['TEST_TIER'] = 'fast';
  const folder = mkdtempSync(join(tmpdir(), 'pricesheet-mutate-'));
  const sources = new Map(code.map((path) => [path, readFileSync(path, 'utf8')]));
  const mutants = await plant(code, { folder, jobs }).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
  const counted = mutants
    .filter(isJudged)
    .map((mutant) => toMistake(mutant, sources))
    .filter((mistake) => !isWording(mistake));
  const missed = counted
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
  for (const mistake of missed) say(describe(mistake));
  const score = Math.floor(1000 * (1 - missed.length / counted.length)) / 10;
  const isEnough = minScore === undefined || score >= minScore;
  const demanded = minScore === undefined ? '' : `, ${isEnough ? '' : 'but '}${minScore} % are demanded`;
  const seconds = Math.round((performance.now() - began) / 1000);
  say(
    `${name}: ${counted.length - missed.length} of ${counted.length} noticed, ${score} %${demanded}; ${seconds} s`,
  );
  return isEnough;
}

function plant(
  code: readonly string[],
  { folder, jobs }: { readonly folder: string; readonly jobs: number },
) {
  return new Stryker({
    mutate: [...code],
    testRunner: 'in-process',
    plugins: [join(import.meta.dirname, 'in-process-runner.ts')],
    coverageAnalysis: 'perTest',
    concurrency: jobs,
    // Modules that were loaded again are never forgotten.
    maxTestRunnerReuse: 200,
    // For loops without an end in which nothing is planted.
    timeoutMS: 10_000,
    tempDirName: folder,
    ignorePatterns: ['runs'],
    // Stryker reads and rewrites a tsconfig.json by the API of TypeScript, which version 7 does not have.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    reporters: process.stdout.isTTY ? ['progress'] : [],
    logLevel: 'error',
    warnings: false,
  } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
}

function isJudged({ status }: Mutant): boolean {
  return ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status);
}

/** A mutant, and what was in its place. */
interface Mistake extends Pick<Mutant, 'mutatorName' | 'replacement' | 'status'> {
  readonly path: string;
  readonly line: number;
  readonly original: string;
}

function toMistake(mutant: Mutant, sources: ReadonlyMap<string, string>): Mistake {
  const { start, end } = mutant.location;
  const path = relative('.', mutant.fileName);
  const lines = (sources.get(path) ?? '').split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const original = lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
  return { ...mutant, path, line: start.line, original };
}

/** A text of several words is a message, whose wording decides no amount: statuses, reasons and names of fields are single words. */
function isWording({ mutatorName, original }: Mistake): boolean {
  return mutatorName === 'StringLiteral' && original.includes(' ');
}

function describe({ path, line, original, replacement, status }: Mistake): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100);
  const reached = status === 'NoCoverage' ? ' (no test reaches it)' : '';
  return `${path}:${line}: ${short(original)} → ${short(replacement)}${reached}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
