import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ended } from '../support/collect-output.ts';
import { startProgram } from '../support/run-program.ts';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'another-night.mjs')).href;

/** When a process is killed: at its nth request of a method, or at a call on a file; `tear` leaves half of what it writes. */
export type Death =
  | { readonly method: 'GET' | 'POST'; readonly when: 'leaves' | 'arrived'; readonly nth: number }
  | { readonly file: string; readonly call: 'rename' | 'append' | 'tear'; readonly nth?: number };

interface Start {
  /** Its clock says this as it starts. Units: epoch milliseconds. */
  readonly at: number;
  readonly death?: Death | undefined;
}

/** A process that has ended. */
export interface Played extends Ended {
  /** By its own clock. Units: epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The machine of a nightly job: processes of the built program, each at the time of its night. */
export class Machine {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async run(argv: readonly string[], { at, death }: Start): Promise<Played> {
    const { cwd, env } = this.#place;
    const began = Date.now();
    const shiftMs = at - began;
    const night = { ...env, NIGHT: JSON.stringify({ shiftMs, death }) };
    const ended = await startProgram(argv, { cwd, env: night, preload: PRELOAD }).ended;
    moveTimes(join(cwd, 'runs'), { since: began, until: Date.now(), shiftMs });
    return { ...ended, from: at, to: Date.now() + shiftMs };
  }
}

interface Move {
  /** Units: epoch milliseconds. */
  readonly since: number;
  readonly until: number;
  readonly shiftMs: number;
}

/** The disk has a clock as well: files that were written since get the time of the night. */
function moveTimes(folder: string, { since, until, shiftMs }: Move): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs } = statSync(path);
    // The kernel's time of files is a little behind the clock.
    if (!entry.isFile() || mtimeMs < since - 1000 || mtimeMs > until) continue;
    const time = (mtimeMs + shiftMs) / 1000;
    utimesSync(path, time, time);
  }
}
