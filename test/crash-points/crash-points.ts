import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { groupBy } from '../../src/domain/lists.ts';
import { choosePoints, type References } from './choose-points.ts';
import { PHASES } from './phases.ts';
import { type Played, playPoint } from './play-point.ts';
import { COMMANDS, formatPoint, type Point, parsePoint } from './point.ts';
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
  return all.filter(({ kind, command, place }) => {
    const tags = [kind, command, place.startsWith('history/') ? 'history' : ''];
    return only.every((word) => tags.includes(word));
  });
}

/** Plays points side by side, and tells of each failure at once. */
async function playAll(points: readonly Point[], references: References): Promise<readonly Played[]> {
  const played: Played[] = [];
  const queue = points.values();
  await Promise.all(
    Array.from({ length: Math.max(1, Number(options.jobs)) }, async () => {
      for (const point of queue) {
        const one = await playPoint(point, references[point.command]);
        if (one.problems.length > 0) print(describeFailure(one));
        played.push(one);
      }
    }),
  );
  return played;
}

/** How many points there were and how many failed, by kind, and kills by phase. */
function renderTable(played: readonly Played[]): string {
  const kinds = groupBy(played, ({ point: { kind }, hit }) =>
    kind === 'kill' ? `kill, ${hit?.phase}` : kind,
  );
  const lines = [...kinds].map(([name, some]) => {
    const failed = some.filter(({ problems }) => problems.length > 0).length;
    return `| ${name} | ${some.length} | ${failed} | ${countCalls(some)} |`;
  });
  return ['| what | points | failures | calls |', '| --- | ---: | ---: | --- |', ...lines.sort()].join('\n');
}

function countCalls(played: readonly Played[]): string {
  const calls = groupBy(played, ({ hit }) => hit?.call ?? 'none');
  return [...calls].map(([call, some]) => `${call} ${some.length}`).join(', ');
}

function describeFailure({ point, hit, problems }: Played): string {
  const head = `FAILED ${[point.command, hit?.phase, hit?.call, hit?.place].join(' ')}: npm run crash -- --at ${formatPoint(point)}`;
  return [head, ...problems.map((problem) => `  ${problem}`), ''].join('\n');
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
