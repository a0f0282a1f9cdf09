import { resolve } from 'node:path';
import { z } from 'zod';
import { type Document, perKey } from '../../domain/documents/document.ts';
import { fieldChangesSchema, summarySchema } from '../../domain/documents/summary.ts';
import { describeSystemError, RunFolderError, systemCode } from '../../domain/errors.ts';
import { FIELDS } from '../../domain/fields.ts';
import { parseJson } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import { readRegularFile } from '../disk/line-file.ts';
import { RUN_FILES } from './run-folder.ts';

const { sheet, account, counts, stopped, times, attention_news: news, ...whole } = summarySchema.shape;
const fieldChanges = fieldChangesSchema.pick({ kinds: true });

/** A summary of an earlier version may lack what was added since. */
const readerSchema = z.looseObject({
  version: whole.version,
  command: whole.command,
  dry_run: whole.dry_run,
  declined: whole.declined,
  exit_code: whole.exit_code,
  sheet: sheet.pick({ path: true, sha256: true, rows: true }),
  account: account.pick({ base_url: true }),
  strategies: whole.strategies,
  settings: whole.settings,
  counts: counts.extend({ by_status: counts.shape.by_status.partial() }),
  changes: z.object({ by_field: perKey(FIELDS, fieldChanges).partial() }),
  drift: whole.drift,
  approval: whole.approval,
  attention_news: news.unwrap().omit({ new_rows: true }).nullable(),
  stopped: stopped.unwrap().pick({ code: true, rules: true, message: true }).nullable(),
  requests: whole.requests,
  times: times.pick({ started_at: true, finished_at: true }),
});

/** A run's `summary.json`, as far as later commands need it. */
export type Summary = Document<typeof readerSchema>;

/**
 * Reads the summary of a run; a run that was killed has none.
 *
 * Errors: `RunFolderError` if there is one that can't be read.
 */
export function readSummary(folder: string, disk: Disk): Summary | undefined {
  const path = resolve(folder, RUN_FILES.summary);
  const text = readIfThere(path, disk);
  if (text === undefined) return undefined;
  const parsed = readerSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data as Summary;
  const [issue] = parsed.error.issues;
  throw new RunFolderError(`Cannot use "${path}": ${issue?.path.join('.') || 'its text'}: ${issue?.message}`);
}

function readIfThere(path: string, disk: Disk): string | undefined {
  try {
    return String(readRegularFile(path, disk));
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined;
    if (cause instanceof RunFolderError) throw cause;
    throw new RunFolderError(`Cannot read "${path}": ${describeSystemError(cause)}`, { cause });
  }
}
