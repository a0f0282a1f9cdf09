import { z } from 'zod';
import { CHANGE_KINDS } from '../../domain/change-kind.ts';
import { FIELDS, MONEY_FIELDS } from '../../domain/fields.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { STATUSES } from '../../domain/status.ts';
import { approvalSchema } from '../folder/approval-schema.ts';
import { figuresSchema } from '../folder/figures-schema.ts';

const count = z.int().min(0);

/** The first line of a file of the history. A newer version may have added keys. */
export const recordSchema: z.ZodType<RunRecord> = z.looseObject({
  kind: z.literal('run'),
  version: z.literal(1),
  id: z.string(),
  command: z.enum(['sync', 'diff', 'undo', 'apply']),
  dry_run: z.boolean(),
  job: z.string().nullable(),
  account: z.object({ base_url: z.string(), key_fingerprint: z.string() }).nullable(),
  by: z.object({ user: z.string().nullable(), host: z.string().nullable(), ci: z.string().nullable() }),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  exit_code: z.int().nullable(),
  verdict: z.enum(['ok', 'attention', 'failed', 'killed']),
  stopped: z.object({ code: z.string(), rules: z.array(z.string()), message: z.string() }).nullable(),
  folder: z.string().nullable(),
  sheet: z
    .object({
      path: z.string(),
      sha256: z.string(),
      rows: count,
      columns: z.record(z.string(), z.string()),
      figures: figuresSchema.nullable(),
    })
    .nullable(),
  counts: z
    .object({
      outcomes: count,
      attention: count,
      by_status: z.partialRecord(z.enum(STATUSES), count),
      by_reason: z.record(z.string(), count),
    })
    .nullable(),
  changes: z.partialRecord(z.enum(FIELDS), z.partialRecord(z.enum(CHANGE_KINDS), count)),
  requests: z.object({ reads: count, writes: count, retries: count, throttled: count }).nullable(),
  settings: z.record(z.string(), z.string().nullable()),
  drift: z.object({ drifted: count, contested: count, recomputed: count }).nullable(),
  news: z.object({ fresh: count, still: count, since: z.iso.datetime().nullable(), well: count }).nullable(),
  undone_runs: z.array(z.iso.datetime()).optional(),
  approval: approvalSchema.nullable(),
  moves: z.partialRecord(z.enum(MONEY_FIELDS), z.number()),
  previous: z.object({ id: z.string(), sha256: z.string() }).nullable(),
});
