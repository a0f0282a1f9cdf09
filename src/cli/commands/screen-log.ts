import type { Log } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { printable } from '../../report/text/printable.ts';
import type { Context } from '../context/context.ts';

/** A command without a run folder has nowhere else to put its log. */
export function createScreenLog(printStderr: Context['printStderr'], redact: Redact): Log {
  const write: Log['info'] = (event, fields = {}) =>
    printStderr(`${printable(redact(`${event} ${JSON.stringify(fields)}`))}\n`);
  return { debug: write, info: write, warn: write, error: write };
}
