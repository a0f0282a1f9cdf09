/** What is done to a run, and what is done after it. */
export const KINDS = ['kill', 'fault', 'full', 'short', 'limit'] as const;
export const COMMANDS = ['sync', 'apply', 'undo'] as const;
export const ERRORS = ['ENOSPC', 'EIO', 'EACCES'] as const;

export type Kind = (typeof KINDS)[number];
export type Command = (typeof COMMANDS)[number];
export type ErrorCode = (typeof ERRORS)[number];

/** `go-on`: bring the run to its end with another command. `undo`: take it back as it stands. */
export type After = 'go-on' | 'undo';

/**
 * One place in a run where something happens to it.
 *
 * `kill`: SIGKILL as the `n`th `call` of the main thread begins. `fault`: the `n`th `call` on `place` fails with `error`.
 * `full`: so does every one from then on. `short`: the `n`th `call` on `place` takes nothing of what it is given. `limit`:
 * no file may become larger than `n` KiB, so that writes are really cut short.
 */
export interface Point {
  readonly kind: Kind;
  readonly command: Command;
  readonly call: string;
  /** See `placeOf`; `any` where the call alone is counted. */
  readonly place: string;
  readonly n: number;
  readonly error: ErrorCode | '-';
  readonly after: After;
}

const PATTERN = /^(\w+):(\w+):(\w+)@([\w./-]+):(\d+):([A-Z]+|-):(go-on|undo)$/;

/** A point as one word that a command line takes: `kill:sync:write@any:57:-:undo`. */
export function formatPoint({ kind, command, call, place, n, error, after }: Point): string {
  return [kind, command, `${call}@${place}`, n, error, after].join(':');
}

/** Errors: where the word is no point. */
export function parsePoint(text: string): Point {
  const [, kind, command, call, place, n, error, after] = PATTERN.exec(text) ?? [];
  const point = {
    kind: KINDS.find((word) => word === kind),
    command: COMMANDS.find((word) => word === command),
    call,
    place,
    n: Number(n),
    error: error === '-' ? '-' : ERRORS.find((word) => word === error),
    after: after === 'undo' ? 'undo' : 'go-on',
  };
  if (Object.values(point).includes(undefined))
    throw new Error(`"${text}" is no point; one looks like kill:sync:write@any:57:-:undo`);
  return point as Point;
}
