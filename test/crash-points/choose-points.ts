import { groupBy } from '../../src/domain/lists.ts';
import { PHASES, type PlacedCall } from './phases.ts';
import { type After, COMMANDS, type Command, ERRORS, type Point } from './point.ts';
import type { Reference } from './references.ts';

export type References = Readonly<Record<Command, Reference>>;

/** How many points of each kind. Units: points. */
export interface Wanted {
  readonly kills: number;
  readonly faults: number;
  /** Shifts the choice, so that other points come up. */
  readonly seed: number;
}

/** Points spread over commands, phases and calls, the same for the same seed. */
export function choosePoints(references: References, wanted: Wanted): readonly Point[] {
  return [
    ...chooseKills(references, wanted),
    ...chooseFaults(references, wanted),
    ...chooseFull(references, wanted),
    ...chooseShort(references),
    ...LIMITS,
  ];
}

/** How much of the kills each command gets. */
const SHARES: Readonly<Record<Command, number>> = { sync: 0.6, apply: 0.2, undo: 0.2 };

function chooseKills(references: References, { kills, seed }: Wanted): readonly Point[] {
  return COMMANDS.flatMap((command) => {
    const { calls: all } = references[command];
    const calls = all.filter(({ thread }) => thread === all[0]?.thread);
    const perPhase = (kills * SHARES[command]) / (PHASES.length + MORE_WHILE_SENDING);
    return PHASES.flatMap((phase) => {
      const some = calls.filter((call) => call.phase === phase);
      // Before the lock nothing of ours has happened: a few are enough. While money moves there are most.
      if (phase === 'start') return spread(some, 2, seed);
      const times = phase === 'sending' ? 1 + MORE_WHILE_SENDING : 1;
      return spread(some, Math.max(1, Math.floor(perPhase * times)), seed);
    }).map(({ name, nth }, index): Point => {
      const after = index % 3 === 2 ? 'undo' : 'go-on';
      return { kind: 'kill', command, call: name, place: 'any', n: nth, error: '-', after };
    });
  });
}

/** Times the kills of another phase. */
const MORE_WHILE_SENDING = 4;

/** So many of a list, evenly, beginning elsewhere for each seed. */
function spread<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  const most = Math.min(count, items.length);
  const offset = (seed * 0.618) % 1;
  const chosen = new Set(
    Array.from({ length: most }, (_, index) => Math.floor(((index + offset) * items.length) / most)),
  );
  return items.filter((_, index) => chosen.has(index));
}

const FILE_CALLS =
  /^(write|pwrite64|writev|fsync|fdatasync|rename\w*|link\w*|unlink\w*|mkdir\w*|openat|utimensat|read|access|faccessat2?)$/;

/** Files of ours: the run's, the locks, the sheet, the history's, and the run that another one is made of. */
const FILES = /^(run(\/.*)?|lock.*|costs\.csv|history\/.*|runs(\/\.history)?|old\/(plan|outcomes)\.ndjson)$/;

/** Each call at each place with each error, as far as there is room; of the many lines of a file some. */
function chooseFaults(references: References, { faults, seed }: Wanted): readonly Point[] {
  const all = COMMANDS.flatMap((command) =>
    thin(
      references[command].calls.filter(({ name, place }) => FILE_CALLS.test(name) && FILES.test(place)),
      seed,
    ).flatMap(({ name: call, place, nthAtPlace: n }) =>
      ERRORS.map((error) => ({ kind: 'fault', command, call, place, n, error }) as const),
    ),
  );
  return spread(all, faults, seed).map((point, index): Point => ({ ...point, after: inTurn(index + 1) }));
}

/** What is done after points, in turn. */
function inTurn(index: number): After {
  return index % 2 === 0 ? 'go-on' : 'undo';
}

/** A write of a sync that takes less than it is given. */
const WRITE = { command: 'sync', call: 'write', error: '-', after: 'go-on' } as const;

const MAX_OF_ONE = 8;

function thin(calls: readonly PlacedCall[], seed: number): readonly PlacedCall[] {
  const groups = groupBy(calls, ({ name, place }) => `${name} ${place}`);
  return [...groups.values()].flatMap((group) => spread(group, Math.min(MAX_OF_ONE, group.length), seed));
}

/** A disk that takes nothing any more, from several places on. */
function chooseFull(references: References, { seed }: Wanted): readonly Point[] {
  const ways = [
    ['write', 'ENOSPC', 10],
    ['fsync', 'EIO', 4],
    ['openat', 'EACCES', 4],
  ] as const;
  return COMMANDS.flatMap((command) =>
    ways.flatMap(([call, error, count]) => {
      const calls = references[command].calls.filter(
        ({ name, place }) => name === call && place.startsWith('run/'),
      );
      return spread(calls, Math.ceil(count * SHARES[command]), seed).map((chosen): Point => {
        const n = calls.indexOf(chosen) + 1;
        return { kind: 'full', command, call, place: 'run', n, error, after: inTurn(n) };
      });
    }),
  );
}

/** The first and the last write to each file takes nothing: it has to be made again. */
function chooseShort({ sync }: References): readonly Point[] {
  const writes = sync.calls.filter(({ name, place }) => name === 'write' && place.startsWith('run/'));
  const groups = [...groupBy(writes, ({ place }) => place).values()];
  const ends = new Set(groups.flatMap((group) => [...group.slice(0, 1), ...group.slice(-1)]));
  return [...ends].map(({ place, nthAtPlace: n }): Point => ({ ...WRITE, kind: 'short', place, n }));
}

/** Below the size of the plan, which is the largest file: what comes before it fits. */
const LIMITS = [1, 2, 4, 6].map(
  (n, index): Point => ({ ...WRITE, kind: 'limit', place: 'run', n, after: inTurn(index) }),
);
