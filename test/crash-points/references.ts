import { join } from 'node:path';
import { readRun } from '../support/read-run.ts';
import { PHASES, type PlacedCall, placeCalls } from './phases.ts';
import type { Command } from './point.ts';
import { openScene, type Scene, type Values } from './scene.ts';

/** How a command goes where nothing happens to it. */
export interface Reference {
  /** What the listings hold before and after. */
  readonly from: Values;
  readonly to: Values;
  readonly code: number;
  /** Line, SKU and status of every row. */
  readonly rows: readonly (readonly string[])[];
  readonly calls: readonly PlacedCall[];
}

/**
 * Calls that may change something or show where the run is. What a machine doesn't have is left out by strace. Waiting
 * calls are left alone: how many there are changes too much from run to run to be counted.
 */
export const TRACED = [
  ...['write', 'pwrite64', 'writev', 'fsync', 'fdatasync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat'],
  ...['unlink', 'unlinkat', 'mkdir', 'mkdirat', 'connect', 'openat', 'sendto', 'utimensat', 'read', 'close'],
  ...['access', 'faccessat', 'faccessat2'],
];

/** What has to be there before a command can begin, in the folder `old`. */
const SETUP: Readonly<Record<Command, readonly string[] | undefined>> = {
  sync: undefined,
  apply: ['diff', 'costs.csv', '--out', 'old'],
  undo: ['sync', 'costs.csv', '--out', 'old'],
};

const ARGV: Readonly<Record<Command, readonly string[]>> = {
  sync: ['sync', 'costs.csv'],
  apply: ['apply', 'old'],
  undo: ['undo', 'old'],
};

/** The command line of a command, with its files in `out`. */
export function argvOf(command: Command, out: string): readonly string[] {
  return [...ARGV[command], '--out', out];
}

/** A scene on which the command can begin. */
export async function openSceneFor(command: Command): Promise<Scene> {
  const scene = await openScene();
  const setup = SETUP[command];
  if (setup) await scene.run(...setup);
  return scene;
}

/** How many outcomes become known in one turn, and so are written in one piece, is another number each time. */
const TIMES = 3;

/**
 * Runs a command undisturbed and counts its calls, of several times those of the one with the fewest: what is done at
 * those is done every time. Errors: where it ends otherwise than it has to.
 */
export async function makeReference(command: Command): Promise<Reference> {
  const made: Reference[] = [];
  for (let time = 0; time < TIMES; time++) made.push(await runUndisturbed(command));
  return made.reduce((one, other) => (other.calls.length < one.calls.length ? other : one));
}

async function runUndisturbed(command: Command): Promise<Reference> {
  const scene = await openSceneFor(command);
  try {
    const from = scene.values();
    const { code, stderr, stdout, calls } = await scene.trace(argvOf(command, 'run'), { calls: TRACED });
    if (code !== (command === 'undo' ? 0 : 3) || scene.unplanned.length > 0)
      throw new Error(`Cannot go on: an undisturbed ${command} ended with ${code}: ${stdout}${stderr}`);
    const placed = placeCalls(calls, scene);
    const unseen = PHASES.filter((phase) => !placed.some((call) => call.phase === phase));
    if (unseen.length > 0)
      throw new Error(`Cannot tell the phases of ${command} apart, see phases.ts: ${unseen.join(', ')}`);
    return { from, to: scene.values(), code, rows: rowsOf(join(scene.cwd, 'run')), calls: placed };
  } finally {
    await scene.close();
  }
}

function rowsOf(folder: string): readonly (readonly string[])[] {
  return readRun(folder).results.map(({ line = '', sku = '', status = '' }) => [line, sku, status]);
}
