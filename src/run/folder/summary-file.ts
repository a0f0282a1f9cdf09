import { resolve } from 'node:path';
import { z } from 'zod';
import { CHANGE_KINDS } from '../../domain/change-kind.ts';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { FIELDS } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import { readRegularFile } from '../disk/read-lines.ts';
import { parseJson } from './plan-file.ts';
import { RUN_FILES } from './run-folder.ts';

const countsSchema = z.record(z.string(), z.int());

const stopSchema = z.looseObject({
  code: z.string(),
  rules: z.array(z.string()).readonly(),
  message: z.string(),
});

const changesSchema = z.object({
  by_field: z.partialRecord(
    z.enum(FIELDS),
    z.object({ kinds: z.partialRecord(z.enum(CHANGE_KINDS), z.int()) }),
  ),
});

const driftSchema = z.object({ drifted: z.int(), contested: z.int(), recomputed: z.int() });

const approvalSchema = z.object({
  path: z.string(),
  sha256: z.string(),
  modified: z.iso.datetime(),
  owner: z.string().nullable(),
  host: z.string().nullable(),
  approved: z.int().min(0),
  of: z.int().min(0),
});

const newsSchema = z.object({
  new: z.int(),
  still: z.int(),
  since: z.iso.datetime().nullable(),
  well: z.int(),
});

const summarySchema = z.looseObject({
  version: z.literal(1),
  command: z.string(),
  dry_run: z.boolean(),
  declined: z.boolean(),
  exit_code: z.int(),
  sheet: z.looseObject({ path: z.string(), sha256: z.string(), rows: z.int() }),
  account: z.looseObject({ base_url: z.string() }),
  settings: z.record(z.string(), z.unknown()),
  counts: z.object({
    outcomes: z.int(),
    attention: z.int(),
    by_status: countsSchema,
    by_reason: z.record(z.string(), z.int().optional()),
  }),
  changes: changesSchema,
  drift: driftSchema.nullable(),
  approval: approvalSchema.nullable(),
  attention_news: newsSchema.nullable(),
  stopped: stopSchema.nullable(),
  requests: z.looseObject({ reads: z.int(), writes: z.int(), retries: z.int(), throttled: z.int() }),
  times: z.object({ started_at: z.iso.datetime(), finished_at: z.iso.datetime() }),
});

/** A run's `summary.json`, as far as later commands need it; everything else in it is kept. */
export type Summary = z.infer<typeof summarySchema>;

/**
 * Reads the summary of a run; a run that was killed has none.
 *
 * Errors: `RunFolderError` if there is one that can't be read.
 */
export function readSummary(folder: string, disk: Disk): Summary | undefined {
  const path = resolve(folder, RUN_FILES.summary);
  const text = readIfThere(path, disk);
  if (text === undefined) return undefined;
  const parsed = summarySchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
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
