import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { copyAgain, copyProject, keepCopy, removeCopies, removeCopy } from './copy-project.ts';
import { type Check, type Defect, describeCheck, isTestCheck } from './defect.ts';
import { DEFECTS } from './defects.ts';
import type { Verdict } from './judge-check.ts';
import { patch, plantDefect } from './plant-defect.ts';
import { runChecks, testCommand } from './run-checks.ts';
import { stopCommands } from './run-command.ts';

const ROOT = join(import.meta.dirname, '../..');

const USAGE = `Plants defects one by one and demands that the tests catch each of them.

  npm run defects -- [--only NAME]... [--jobs N] [--list] [--keep]

  --only NAME  this defect alone; may be given several times
  --jobs N     so many at a time (${availableParallelism()})
  --list       name the defects, what each would cost, and what catches it
  --keep       leave the copies in which a defect survived
`;

process.once('exit', () => {
  stopCommands();
  removeCopies();
});
process.exitCode = await main();

async function main(): Promise<number> {
  const { only, jobs, list, keep, help } = parseOptions();
  const defects = only.length === 0 ? DEFECTS : DEFECTS.filter(({ name }) => only.includes(name));
  const unknown = only.filter((name) => DEFECTS.every((defect) => defect.name !== name));
  if (help || unknown.length > 0 || !(jobs >= 1)) {
    const problem =
      unknown.length > 0 ? `There is no defect "${unknown.join('", "')}"; --list names them\n\n` : '';
    say(`${problem}${USAGE}`);
    return help ? 0 : 2;
  }
  if (list) {
    for (const defect of defects) say(describe(defect));
    return 0;
  }
  process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143));
  const unplantable = defects.flatMap(whyUnplantable);
  if (unplantable.length > 0) {
    say(unplantable.map((why) => `${why}\n`).join(''));
    return 1;
  }
  const began = performance.now();
  const clean = copyProject(ROOT);
  if (!(await passWithoutDefect(defects, clean))) return 1;
  const limit = pLimit(jobs);
  const caught = await Promise.all(defects.map((defect) => limit(() => isCaught(defect, { clean, keep }))));
  const survivors = caught.filter((is) => !is).length;
  const summary = survivors === 0 ? 'every one was caught' : `${survivors} not caught`;
  say(`${defects.length} defects, ${summary}, ${seconds(began)}\n`);
  return survivors === 0 ? 0 : 1;
}

function parseOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      jobs: { type: 'string', default: String(availableParallelism()) },
      list: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return { ...values, jobs: Number(values.jobs) };
}

function describe({ name, file, cost, caughtBy }: Defect): string {
  const checks = caughtBy.map((check) => `  ${describeCheck(check)}\n`).join('');
  return `${name} (${file})\n  ${cost}\n${checks}\n`;
}

/** Told before anything takes its time. */
function whyUnplantable(defect: Defect): readonly string[] {
  try {
    patch(readFileSync(join(ROOT, defect.file), 'utf8'), defect);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** A check that fails anyway would seem to catch everything. */
async function passWithoutDefect(defects: readonly Defect[], clean: string): Promise<boolean> {
  const began = performance.now();
  const checks = uniqueChecks(defects);
  const verdicts = await runChecks(checks, clean);
  const others = checks.filter((check) => verdicts.get(check)?.kind !== 'passes');
  for (const check of others)
    say(`Without any defect: ${describeCheck(check)} ${describeVerdict(verdicts.get(check))}\n`);
  if (others.length === 0) say(`${checks.length} checks pass without any defect, ${seconds(began)}\n`);
  return others.length === 0;
}

function uniqueChecks(defects: readonly Defect[]): readonly Check[] {
  const checks = defects.flatMap(({ caughtBy }) => caughtBy);
  return [...new Map(checks.map((check) => [describeCheck(check), check])).values()];
}

interface Options {
  /** A copy of the project that was built, without any defect. */
  readonly clean: string;
  readonly keep: boolean;
}

async function isCaught(defect: Defect, { clean, keep }: Options): Promise<boolean> {
  const began = performance.now();
  const copy = copyAgain(clean);
  plantDefect(defect, copy);
  const verdicts = await runChecks(defect.caughtBy, copy);
  const blind = defect.caughtBy.filter((check) => verdicts.get(check)?.kind !== 'fails');
  if (blind.length > 0 && keep) keepCopy(copy);
  else removeCopy(copy);
  if (blind.length === 0) say(`caught    ${defect.name}, ${seconds(began)}\n`);
  else
    say(
      describeSurvivor(
        defect,
        blind.map((check) => [check, verdicts.get(check)] as const),
        keep ? copy : undefined,
      ),
    );
  return blind.length === 0;
}

function describeSurvivor(
  { name, file, cost }: Defect,
  blind: readonly (readonly [Check, Verdict | undefined])[],
  copy: string | undefined,
): string {
  const checks = blind.map(([check, verdict]) => `  ${describeCheck(check)} ${describeVerdict(verdict)}\n`);
  const tests = blind.map(([check]) => check).filter(isTestCheck);
  const again =
    copy === undefined
      ? `npm run defects -- --only ${name} --keep`
      : `cd ${copy} && ${tests.length === 0 ? describeCheck(blind[0]?.[0] as Check) : quote(testCommand(tests))}`;
  return `SURVIVED  ${name}, in ${file}: ${cost}\n${checks.join('')}  To look into it: ${again}\n`;
}

function describeVerdict(verdict: Verdict | undefined): string {
  if (verdict?.kind === 'broken') return `proves nothing: ${verdict.why}`;
  return verdict?.kind === 'fails' ? 'fails' : 'passes';
}

function quote(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

function say(text: string): void {
  process.stdout.write(text);
}
