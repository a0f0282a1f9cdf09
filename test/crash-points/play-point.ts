import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from '../support/run-program.ts';
import { checkAftermath } from './aftermath.ts';
import { checkFault } from './check-fault.ts';
import { checkOrder, type Problems } from './checks.ts';
import { type Phase, placeCalls } from './phases.ts';
import type { Point } from './point.ts';
import { argvOf, openSceneFor, type Reference, TRACED } from './references.ts';
import type { Scene } from './scene.ts';
import type { Call } from './strace.ts';

/** What came of a point. */
export interface Played {
  readonly point: Point;
  /** Where it really happened; `undefined`: it never did, since the run had no such call this time. */
  readonly hit: { readonly phase?: Phase; readonly call: string; readonly place: string } | undefined;
  readonly problems: Problems;
}

/** A run may have a few calls less than the one that was counted, so a point that is not reached is tried again further ahead. */
const SHIFTS = [0, 4, 10, 20];

/** Plays a point on a scene of its own. */
export async function playPoint(point: Point, reference: Reference): Promise<Played> {
  for (const shift of SHIFTS) {
    const scene = await openSceneFor(point.command);
    try {
      const broken = await breakRun(scene, point, shift);
      if (broken.hit)
        return { point, hit: broken.hit, problems: await checkOrTell(scene, point, { broken, reference }) };
    } finally {
      await scene.close();
    }
  }
  return { point, hit: undefined, problems: [] };
}

interface Broken {
  readonly ended: Ended;
  readonly calls: readonly Call[];
  readonly hit: Played['hit'];
}

function breakRun(scene: Scene, point: Point, shift: number): Promise<Broken> {
  if (point.kind === 'kill') return killRun(scene, point, shift);
  if (point.kind === 'limit') return limitRun(scene, point);
  return failRun(scene, point);
}

async function killRun(scene: Scene, { command, call, n }: Point, shift: number): Promise<Broken> {
  const inject = `${call}:signal=SIGKILL:when=${Math.max(1, n - shift)}`;
  const { calls, ...ended } = await scene.trace(argvOf(command, 'run'), { calls: TRACED, inject });
  const last = placeCalls(calls, scene).at(-1);
  const hit = last && { phase: last.phase, call: last.name, place: last.place };
  return { ended, calls, hit: ended.code === 'SIGKILL' ? hit : undefined };
}

async function limitRun(scene: Scene, { command, n }: Point): Promise<Broken> {
  const ended = await scene.runLimited(argvOf(command, 'run'), n);
  const hit = { call: 'write', place: 'run' };
  return { ended, calls: [], hit: ended.code === 1 ? hit : undefined };
}

async function failRun(scene: Scene, point: Point): Promise<Broken> {
  const { command, call, place, n, kind, error } = point;
  const how = kind === 'short' ? 'retval=0' : `error=${error}`;
  const { calls, ...ended } = await scene.trace(argvOf(command, 'run'), {
    calls: TRACED,
    inject: `${call}:${how}:when=${n}${kind === 'full' ? '+' : ''}`,
    paths: pathsOf(scene, point),
  });
  const struck = placeCalls(calls, scene).find(({ injected }) => injected);
  return {
    ended,
    calls,
    hit: struck && { call, place: kind === 'full' ? struck.place : place },
  };
}

const RUN_FILES = [
  ...['log.ndjson', 'plan.ndjson', 'outcomes.ndjson', 'results.csv', 'retry.csv', 'undo.csv'],
  ...['report.html', 'summary.json'],
];

/** What strace is to look at: of the two paths of a rename or a link, that is the first. */
function pathsOf(scene: Scene, { kind, place, call }: Point): readonly string[] {
  const { cwd, lockPaths, historyPaths } = scene;
  if (kind === 'full') {
    const files = RUN_FILES.flatMap((file) => [file, `${file}.unfinished`]);
    return files.map((file) => join(cwd, 'run', file));
  }
  const known: Readonly<Record<string, readonly string[]>> = { ...lockPaths, ...historyPaths };
  const isMove = call.startsWith('link') || call.startsWith('rename');
  if (isMove) return known[`${place}-draft`] ?? [join(cwd, `${place}.unfinished`)];
  return known[place] ?? [join(cwd, place)];
}

interface Outcome {
  readonly broken: Broken;
  readonly reference: Reference;
}

/** Files that can't even be read by the checks are what they look for. */
async function checkOrTell(scene: Scene, point: Point, outcome: Outcome): Promise<Problems> {
  try {
    return await check(scene, point, outcome);
  } catch (error) {
    return [`the checks broke off: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

async function check(scene: Scene, point: Point, { broken, reference }: Outcome): Promise<Problems> {
  const order = point.kind === 'kill' ? checkOrder(broken.calls, scene) : [];
  const fault = point.kind === 'kill' ? [] : checkFault(scene, point, { ended: broken.ended, reference });
  tearJournal(scene, point);
  return [...order, ...fault, ...(await checkAftermath(scene, { ...point, reference }))];
}

/** On a disk that fills up, a part of the line is written before the rest is not. */
function tearJournal({ cwd }: Scene, { kind, place, call, error }: Point): void {
  const path = join(cwd, 'run', 'outcomes.ndjson');
  const tears = kind === 'fault' && place === 'run/outcomes.ndjson' && call === 'write' && error === 'ENOSPC';
  if (tears && existsSync(path)) appendFileSync(path, '{"kind":"outcome","n":7,"status":"upd');
}
