import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { askAll, openWorker, stopWorkers, type Worker } from './ask-worker.ts';
import { copyAgain, copyProject, keepCopy, removeCopies } from './copy-project.ts';
import { type Defect, describeCheck } from './defect.ts';
import { DEFECTS } from './defects.ts';
import { describeDefect, describeSurvivor } from './describe-defect.ts';
import { findFailingChecks } from './find-failing-checks.ts';
import { findTypeErrors } from './find-type-errors.ts';
import type { Verdict } from './judge-check.ts';
import { patch, plantDefect } from './plant-defect.ts';
import { readTestReport } from './read-test-report.ts';

const ROOT = join(import.meta.dirname, '../..');

const USAGE = `npm run defects -- [--only NAME] [--passed FILE] [--jobs N] [--list] [--keep]

Plants defects one by one and demands that the tests catch each of them.

  --only NAME  only this defect; may be given several times
  --passed FILE  the JSON report of all tests without a defect: they are not run again for that
  --jobs N     defects at a time (${availableParallelism()})
  --list       list the defects, what each would cost, and what catches it
  --keep       keep a copy of the project for each defect that survived
`;

process.once('exit', () => {
  stopWorkers();
  removeCopies();
});
process.exitCode = await main().finally(stopWorkers);

async function main(): Promise<number> {
  const { only, passed, jobs, list, keep, help } = parseOptions();
  const defects = only.length === 0 ? DEFECTS : DEFECTS.filter(({ name }) => only.includes(name));
  const unknown = only.filter((name) => DEFECTS.every((defect) => defect.name !== name));
  if (help || unknown.length > 0 || !(jobs >= 1)) {
    const problem =
      unknown.length > 0 ? `There is no defect "${unknown.join('", "')}"; --list names them\n\n` : '';
    say(`${problem}${USAGE}`);
    return help ? 0 : 2;
  }
  if (list) {
    for (const defect of defects) say(describeDefect(defect));
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
  const workers = Array.from({ length: jobs }, () => openWorker(clean));
  const [isPassing, typeErrors] = await Promise.all([
    passWithoutDefect(defects, workers, passed),
    findTypeErrors(defects, clean),
  ]);
  if (!isPassing) return 1;
  const caught = await askAll(defects, workers, async (defect, worker) => {
    const verdicts = await judgeDefect(defect, worker, typeErrors.get(defect));
    return sayVerdicts(defect, verdicts, keep ? clean : undefined);
  });
  const survivors = caught.filter((is) => !is).length;
  const summary = survivors === 0 ? 'every one was caught' : `${survivors} not caught`;
  say(`${defects.length} defects, ${summary}, ${seconds(began)}\n`);
  return survivors === 0 ? 0 : 1;
}

function parseOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      passed: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      list: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return { ...values, jobs: Number(values.jobs) };
}

/** Found before anything takes its time. */
function whyUnplantable(defect: Defect): readonly string[] {
  try {
    patch(readFileSync(join(ROOT, defect.file), 'utf8'), defect);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** `report`: where all tests were run without a defect, what came of it. */
async function passWithoutDefect(
  defects: readonly Defect[],
  workers: readonly Worker[],
  report: string | undefined,
): Promise<boolean> {
  const began = performance.now();
  const all = defects.flatMap(({ caughtBy }) => caughtBy);
  const checks = [...new Map(all.map((check) => [describeCheck(check), check])).values()];
  const known = report === undefined ? undefined : readTestReport(report, ROOT);
  const failing = await findFailingChecks(checks, workers, known);
  for (const line of failing) say(line);
  if (failing.length === 0) say(`${checks.length} checks pass without any defect, ${seconds(began)}\n`);
  return failing.length === 0;
}

async function judgeDefect(
  defect: Defect,
  worker: Worker,
  typeError: string | undefined,
): Promise<readonly Verdict[]> {
  const checks = defect.caughtBy;
  if (typeError === undefined) return (await worker.ask({ checks, defect })).verdicts;
  return checks.map(() => ({ kind: 'broken', why: `it can’t be built: ${typeError}` }));
}

/** Whether every check has caught the defect. Where one has not, a copy of `clean`, if there is one, is kept with the defect in it. */
function sayVerdicts(defect: Defect, verdicts: readonly Verdict[], clean: string | undefined): boolean {
  const blind = defect.caughtBy.flatMap((check, index) =>
    verdicts[index]?.kind === 'fails' ? [] : [[check, verdicts[index]] as const],
  );
  if (blind.length === 0) say(`caught    ${defect.name}\n`);
  else say(describeSurvivor(defect, blind, clean && keepPlanted(defect, clean)));
  return blind.length === 0;
}

function keepPlanted(defect: Defect, clean: string): string {
  const copy = copyAgain(clean);
  keepCopy(copy);
  plantDefect(defect, copy);
  return copy;
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

function say(text: string): void {
  process.stdout.write(text);
}
