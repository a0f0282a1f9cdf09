import { pino } from 'pino';
import { DiskError } from '../../domain/errors.ts';
import { escapeJson } from '../../domain/json-text.ts';
import type { Log } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
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
    { write: (line: string) => appendOrGiveUp(file, escapeJson(redact(line.trimEnd()))) },
  );
  return {
    debug: (event, fields = {}) => logger.debug(fields, event),
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };
}

/** Says what kept the log from being whole. Everything else of the run is told elsewhere, so that this ends nothing. */
export function closeLog(file: LineFile): string | undefined {
  try {
    file.close();
    return undefined;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return `The log is not whole: ${error.message}`;
  }
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
