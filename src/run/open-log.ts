import { pino } from 'pino';
import { DiskError } from '../domain/errors.ts';
import type { Log } from '../domain/ports.ts';
import type { Redact } from '../domain/secret.ts';
import type { LineFile } from './run-folder.ts';

interface LogOptions {
  readonly level: 'info' | 'debug';
  readonly redact: Redact;
}

/** The run's log in `file`, line by line, so that the tail of it is never lost; the key is taken out of every line. */
export function openLog(file: LineFile, { level, redact }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => appendOrGiveUp(file, redact(line.trimEnd())) },
  );
  return {
    debug: (event, fields = {}) => logger.debug(fields, event),
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };
}

/** For commands that leave no run folder. */
export const SILENT_LOG: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A log that can't be written must not keep an update from being accounted for; the journal will say what is wrong. */
function appendOrGiveUp(file: LineFile, line: string): void {
  try {
    file.append(line);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
  }
}
