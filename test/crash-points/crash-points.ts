import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { choosePoints, phaseOfPoint, type References } from './choose-points.ts';
import { PHASES } from './phases.ts';
import { type Played, playPoint } from './play-point.ts';
import { COMMANDS, formatPoint, KINDS, type Point, parsePoint } from './point.ts';
import { makeReference } from './references.ts';
import { findStrace } from './strace.ts';

/**
 * Kills the built program at many of its system calls, lets its file calls fail, and checks that nothing is lost or
 * mispriced. CONTRIBUTING.md says how to run it, and how to play one point again.
 */
const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '240' },
    faults: { type: 'string', default: '180' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '2' },
    at: { type: 'string', multiple: true, default: [] },
  },
});

/** Calls shift from run to run, so that some of the last may not be there; more than that says that the aim is wrong. */
const MAX_MISSED = 0.05;

process.exitCode = await main().catch((error: Error) => {
  print(error.message);
  return 1;
});

async function main(): Promise<number> {
  const began = performance.now();
  const strace = findStrace();
  if (strace === undefined) {
    print(
      'Cannot look for crash points: there is no strace on this machine\nInstall it: apt-get install strace',
    );
    return 1;
  }
  const references = await makeReferences();
  const points = choose(references);
  if (points.length === 0) {
    print(`Cannot look for crash points: --only ${options.only} leaves none`);
    return 1;
  }
  print(`${strace}; ${points.length} points`);
  const played = await playAll(points, references);
  const failures = played.filter(({ problems }) => problems.length > 0);
  const missed = played.filter(({ hit }) => !hit);
  print(`\n${renderTable(played)}\n`);
  for (const failure of failures) print(describeFailure(failure));
  for (const { point } of missed) print(`not reached: ${formatPoint(point)}`);
  print(`${played.length - missed.length} points, ${failures.length} failures, ${secondsSince(began)} s`);
  if (missed.length <= played.length * MAX_MISSED) return failures.length > 0 ? 1 : 0;
  print('Too many points were not reached, so this says too little');
  return 1;
}

async function makeReferences(): Promise<References> {
  const references = {
    sync: await makeReference('sync'),
    apply: await makeReference('apply'),
    undo: await makeReference('undo'),
  };
  for (const command of COMMANDS) {
    const { calls } = references[command];
    const counts = PHASES.map((phase) => `${calls.filter((call) => call.phase === phase).length} ${phase}`);
    print(`${command}: ${calls.length} calls: ${counts.join(', ')}`);
  }
  return references;
}

function choose(references: References): readonly Point[] {
  if (options.at.length > 0) return options.at.map(parsePoint);
  const only = options.only.split(',').filter((word) => word !== '');
  const all = choosePoints(references, {
    kills: Number(options.points),
    faults: Number(options.faults),
    seed: Number(options.seed),
  });
  return all.filter((point) => {
    const tags: readonly string[] = [
      point.kind,
      point.command,
      phaseOfPoint(point, references[point.command]),
      ...(point.place.startsWith('history/') ? ['history'] : []),
    ];
    return only.every((word) => tags.includes(word));
  });
}

/** Plays points side by side, a group at a time, and says after each group how it went. */
async function playAll(points: readonly Point[], references: References): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const { name, group } of groupPoints(points, references)) {
    const start = performance.now();
    const queue = group.values();
    const some: Played[] = [];
    await Promise.all(
      Array.from({ length: Math.max(1, Number(options.jobs)) }, async () => {
        for (const point of queue) some.push(await playPoint(point, references[point.command]));
      }),
    );
    const failed = some.filter(({ problems }) => problems.length > 0).length;
    print(`${name}: ${some.length} points, ${failed} failures, ${secondsSince(start)} s`);
    played.push(...some);
  }
  return played;
}

function groupPoints(points: readonly Point[], references: References) {
  const ofKill = PHASES.map((phase) => ({
    name: `kill, ${phase}`,
    group: points.filter(
      (point) => point.kind === 'kill' && phaseOfPoint(point, references[point.command]) === phase,
    ),
  }));
  const others = KINDS.filter((kind) => kind !== 'kill').map((kind) => ({
    name: kind,
    group: points.filter((point) => point.kind === kind),
  }));
  return [...ofKill, ...others].filter(({ group }) => group.length > 0);
}

/** How many points there were and how many failed, by kind, phase and call, as it really came. */
function renderTable(played: readonly Played[]): string {
  const lines = KINDS.flatMap((kind) =>
    PHASES.flatMap((phase) => {
      const some = played.filter(({ point, hit }) => point.kind === kind && hit?.phase === phase);
      if (some.length === 0) return [];
      const failed = some.filter(({ problems }) => problems.length > 0).length;
      return [`| ${kind} | ${phase} | ${some.length} | ${failed} | ${countCalls(some)} |`];
    }),
  );
  return ['| what | phase | points | failures | calls |', '| --- | --- | ---: | ---: | --- |', ...lines].join(
    '\n',
  );
}

function countCalls(played: readonly Played[]): string {
  const counts = new Map<string, number>();
  for (const { hit } of played) if (hit) counts.set(hit.call, (counts.get(hit.call) ?? 0) + 1);
  return [...counts].map(([call, count]) => `${call} ${count}`).join(', ');
}

function describeFailure({ point, hit, problems }: Played): string {
  const head = `FAILED ${point.command}, ${hit?.phase}, ${hit?.call} ${hit?.place}: npm run crash -- --at ${formatPoint(point)}`;
  return [head, ...problems.map((problem) => `  ${problem}`), ''].join('\n');
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
