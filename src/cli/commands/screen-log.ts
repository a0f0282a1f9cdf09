import type { Log } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { printable } from '../../report/text/printable.ts';
import type { Context } from '../context/context.ts';

/** The log of a command without a run folder, which has nowhere else to put it; `undefined` without `--verbose`. */
export function createScreenLog({ verbose, printStderr }: Context, redact: Redact): Log | undefined {
  const write: Log['info'] = (event, fields = {}) =>
    printStderr(`${printable(redact(`${event} ${JSON.stringify(fields)}`))}\n`);
  return verbose ? { debug: write, info: write, warn: write, error: write } : undefined;
}
