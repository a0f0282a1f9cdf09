import { z } from 'zod';
import type { Approval } from '../../domain/run-record.ts';

const count = z.int().min(0);

/** As summaries and the history hold it. */
export const approvalSchema: z.ZodType<Approval> = z.object({
  path: z.string(),
  sha256: z.string(),
  modified: z.iso.datetime(),
  owner: z.string().nullable(),
  host: z.string().nullable(),
  approved: count,
  of: count,
});
