import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from '../support/run-program.ts';
import { readPlannedWires, wireOf } from '../support/wire.ts';
import { checkHistory } from './check-history.ts';
import {
  checkEveryRow,
  checkOldOrNew,
  checkStatuses,
  checkSummary,
  checkValues,
  checkWholeFiles,
  type Problems,
  type Results,
  readJournal,
  readWhole,
} from './checks.ts';
import type { After, Command } from './point.ts';
import { argvOf, type Reference } from './references.ts';
import type { Scene } from './scene.ts';

interface Aftermath {
  readonly command: Command;
  readonly after: After;
  readonly reference: Reference;
}

/** All that has to hold of a run that was cut short in the folder `run`, and of what comes after it. */
export async function checkAftermath(scene: Scene, aftermath: Aftermath): Promise<Problems> {
  const { reference, after } = aftermath;
  const standing = [
    ...checkOldOrNew(scene.values(), reference),
    ...checkWholeFiles(join(scene.cwd, 'run'), reference),
    ...checkNoRepeats(scene, 0),
  ];
  const played = after === 'undo' ? checkUndo(scene, aftermath) : checkGoingOn(scene, aftermath);
  return [...standing, ...(await played), ...scene.unplanned];
}

/** A service that answers is asked once for each update. */
function checkNoRepeats(scene: Scene, from: number): Problems {
  const wires = scene.posts().slice(from).map(wireOf);
  const repeated = wires.filter((wire, index) => wires.indexOf(wire) !== index);
  // The posts of a setup are other ones: none of its updates is an update of the run.
  return repeated.map((wire) => `${wire} was sent twice by one run`);
}

/** The next command takes over, ends in what is desired, and leaves nothing for another one; then all is taken back. */
async function checkGoingOn(scene: Scene, { command, reference }: Aftermath): Promise<Problems> {
  const run = join(scene.cwd, 'run');
  const planned = readPlannedWires(join(run, 'plan.ndjson'));
  const noted = notedIn(run);
  const lock = hasLock(scene);
  const sent = scene.posts().length;
  const ended = await scene.run(...(planned ? ['apply', 'run', '--out', 'next'] : argvOf(command, 'next')));
  const posts = scene.posts().slice(sent);
  const next = readWhole(join(scene.cwd, 'next'));
  if (!next) return [`what came next left no whole run: ${told(ended)}`];
  return [
    ...checkEnd(ended, reference.code, 'what came next'),
    ...checkValues(scene.values(), reference.to, 'after what came next'),
    ...checkEveryRow(next.results, reference),
    ...checkFinalStatuses(next.results, reference),
    ...checkStatuses(next.results, scene.values(), reference),
    ...checkSummary(next.folder, ended.code),
    ...checkNoRepeats(scene, sent),
    ...posts
      .filter((post) => planned && !planned.has(wireOf(post)))
      .map((post) => `${wireOf(post)} is not of the plan`),
    ...posts
      .filter(({ listingId }) => noted.includes(listingId ?? ''))
      .map((post) => `${wireOf(post)} was sent again`),
    ...(lock && !next.summary.notices.some((notice) => notice.startsWith('Took over the lock'))
      ? ['nobody says that a lock was taken over']
      : []),
    ...(hasLock(scene) ? ['a lock is left behind'] : []),
    ...checkHistory(scene.cwd, { noted }),
    ...(await checkAgain(scene, { command, reference })),
    ...(await takeBack(scene, ['next', 'run'], reference)),
  ];
}

/** The listings that a run knows to have updated. */
function notedIn(folder: string): readonly string[] {
  return readJournal(folder).flatMap(({ status, listingId: id }) => (status === 'updated' && id ? [id] : []));
}

/** The same once more sends nothing. */
async function checkAgain(
  scene: Scene,
  { command, reference }: Pick<Aftermath, 'command' | 'reference'>,
): Promise<Problems> {
  const sent = scene.posts().length;
  const ended = await scene.run(...argvOf(command, 'again'));
  const posts = scene.posts().slice(sent);
  return [
    ...checkEnd(ended, reference.code, 'the same once more'),
    ...posts.map((post) => `the same once more sends ${wireOf(post)}`),
  ];
}

/** Undoes runs, the newest first: each listing is exactly as it was at first. */
async function takeBack(scene: Scene, runs: readonly string[], { from }: Reference): Promise<Problems> {
  const problems: string[] = [];
  for (const run of runs) {
    if (!existsSync(join(scene.cwd, run, 'outcomes.ndjson'))) continue;
    const ended = await scene.run('undo', run, '--out', `back-${run}`);
    problems.push(...checkUndone(scene, ended, `back-${run}`));
  }
  return [...problems, ...checkValues(scene.values(), from, 'after all was taken back')];
}

/** What was cut short is taken back as it stands; then the same command does all of it. */
async function checkUndo(scene: Scene, { command, reference }: Aftermath): Promise<Problems> {
  const isPlanned = readPlannedWires(join(scene.cwd, 'run', 'plan.ndjson')) !== undefined;
  const noted = notedIn(join(scene.cwd, 'run'));
  const back = await scene.run('undo', 'run', '--out', 'back');
  const undone = [
    ...(isPlanned ? checkUndone(scene, back, 'back') : checkEnd(back, 2, 'the undo')),
    ...checkValues(scene.values(), reference.from, 'after the undo'),
    ...(hasLock(scene) ? ['a lock is left behind'] : []),
    ...checkHistory(scene.cwd, { noted }),
  ];
  const ended = await scene.run(...argvOf(command, 'next'));
  return [
    ...undone,
    ...checkEnd(ended, reference.code, 'the same anew'),
    ...checkValues(scene.values(), reference.to, 'after the same anew'),
  ];
}

function checkFinalStatuses(results: Results, { rows }: Reference): Problems {
  return rows.flatMap(([line, sku, wanted], index) => {
    const status = results[index]?.['status'];
    // What the run before has done already is done, or no longer needed.
    const isFine = status === wanted || (wanted === 'updated' && status === 'unchanged');
    return isFine ? [] : [`line ${line} (${sku}) ended as ${status}, not as ${wanted}`];
  });
}

/** What a killed run may still have had on its way is unconfirmed; anything else is a problem. */
function checkUndone({ cwd }: Scene, ended: Ended, folder: string): Problems {
  if (ended.code !== 3) return checkEnd(ended, 0, `the undo in ${folder}`);
  const rows = readFileSync(join(cwd, folder, 'results.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  const others = rows.filter((row) => !/,(unconfirmed,may_arrive|updated,|unchanged,),/.test(row));
  return others.map((row) => `the undo in ${folder} leaves ${row}`);
}

function checkEnd(ended: Ended, code: number, what: string): Problems {
  return ended.code === code ? [] : [`${what} ended with ${ended.code}, not ${code}: ${told(ended)}`];
}

function told({ stdout, stderr }: Ended): string {
  return JSON.stringify(`${stderr}${stdout}`.slice(0, 600));
}

/** A draft of a lock, or a right to end one that is gone, holds nothing. */
function hasLock({ locks }: Scene): boolean {
  return existsSync(locks) && readdirSync(locks).some((file) => file.endsWith('.lock'));
}
