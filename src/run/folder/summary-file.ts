import { resolve } from 'node:path';
import { z } from 'zod';
import { BUCKET_COUNT } from '../../domain/change-buckets.ts';
import { CHANGE_KINDS } from '../../domain/change-kind.ts';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { FIELDS, MONEY_FIELDS } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import { readRegularFile } from '../disk/open-regular-file.ts';
import { approvalSchema } from './approval-schema.ts';
import { RUN_FILES } from './run-folder.ts';

const countsSchema = z.record(z.string(), z.int());

const stopSchema = z.looseObject({
  code: z.string(),
  rules: z.array(z.string()).readonly(),
  message: z.string(),
  hint: z.string().nullable(),
  apply: z.string().nullable(),
});

const moveSchema = z.object({
  line: z.int(),
  sku: z.string(),
  listing_id: z.string(),
  field: z.enum(MONEY_FIELDS),
  before_cents: z.int(),
  after_cents: z.int(),
  percent: z.number(),
});

const changesSchema = z.object({
  total: z.int(),
  bucket_edges_percent: z.array(z.number()).readonly(),
  by_field: z.partialRecord(
    z.enum(FIELDS),
    z.object({
      changes: z.int(),
      kinds: z.partialRecord(z.enum(CHANGE_KINDS), z.int()),
      buckets: z.array(z.int()).length(BUCKET_COUNT).readonly(),
    }),
  ),
  biggest: z.object({ down: z.array(moveSchema).readonly(), up: z.array(moveSchema).readonly() }),
});

const driftSchema = z.object({ drifted: z.int(), contested: z.int(), recomputed: z.int() });

const newsSchema = z.object({
  new: z.int(),
  still: z.int(),
  since: z.iso.datetime().nullable(),
  well: z.int(),
  new_rows: z.array(z.object({ line: z.int(), sku: z.string() })).readonly(),
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
  notices: z.array(z.string()),
  stopped: stopSchema.nullable(),
  requests: z.looseObject({ reads: z.int(), writes: z.int(), retries: z.int(), throttled: z.int() }),
  times: z.object({ started_at: z.iso.datetime(), finished_at: z.iso.datetime(), seconds: z.number() }),
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
  const parsed = summarySchema.safeParse(parseJson(readIfThere(path, disk)));
  if (parsed.success) return parsed.data;
  if (!disk.existsSync(path)) return undefined;
  const [issue] = parsed.error.issues;
  throw new RunFolderError(`Cannot use "${path}": ${issue?.path.join('.') || 'its text'}: ${issue?.message}`);
}

function readIfThere(path: string, disk: Disk): string {
  try {
    return Buffer.from(readRegularFile(path, disk)).toString('utf8');
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return '';
    if (cause instanceof RunFolderError) throw cause;
    throw new RunFolderError(`Cannot read "${path}": ${describeSystemError(cause)}`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
