import { pino } from 'pino';
import { DiskError } from '../../domain/errors.ts';
import { escapeJson } from '../../domain/json-text.ts';
import type { Log } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import type { LineFile } from '../disk/line-file.ts';

interface LogOptions {
  readonly level: 'info' | 'debug';
  readonly redact: Redact;
}

/** Opens the run's log, written line by line so that its tail is never lost; the key is taken out of every line. */
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

/** Closes the log. Returns a notice if it is incomplete; nothing else of the run is affected. */
export function closeLog(file: LineFile): string | undefined {
  try {
    file.close();
    return undefined;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return `The log is incomplete: ${error.message}`;
  }
}

/** For commands that leave no run folder. */
export const SILENT_LOG: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A failing log must not keep an update from being accounted for; the journal will fail as well. */
function appendOrGiveUp(file: LineFile, line: string): void {
  try {
    file.append(line);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
  }
}
