import * as systemDisk from 'node:fs';
import { explainSku } from '../../run/explain/explain.ts';
import type { Caller } from '../caller/caller.ts';
import { findNamedRun } from '../caller/find-named-run.ts';

/** `explain`, from the settings to what is known of a SKU. Errors: those of `findNamedRun` and `explainSku`. */
export async function explainRun(given: string, sku: string, caller: Caller): ReturnType<typeof explainSku> {
  const folder = await findNamedRun(given, 'look', caller);
  return explainSku(folder, sku, { cwd: caller.cwd, disk: systemDisk });
}
