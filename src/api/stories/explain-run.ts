import * as systemDisk from 'node:fs';
import { explainSku } from '../../run/explain/explain.ts';
import { EXPLAIN_SETTINGS } from '../../settings/command-settings.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import type { Caller } from '../caller/caller.ts';
import { findNamedRun } from '../caller/find-named-run.ts';

/** `explain`, from the settings to what is known of a SKU. Errors: those of `findNamedRun` and `explainSku`. */
export async function explainRun(given: string, sku: string, caller: Caller): ReturnType<typeof explainSku> {
  const { cwd, sources, shell } = caller;
  const folder = await findNamedRun(given, 'look', caller);
  const { baseUrl } = readLeniently(EXPLAIN_SETTINGS, sources);
  return explainSku(folder, sku, { cwd, disk: systemDisk, baseUrl, shell });
}
