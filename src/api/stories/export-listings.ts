import * as systemDisk from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ExportDocument } from '../../domain/documents/commands.ts';
import { UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { FIELDS } from '../../domain/fields.ts';
import type { Log, OnProgress } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { withDiskErrors } from '../../run/disk/with-disk-errors.ts';
import { writeWhole } from '../../run/disk/write-whole.ts';
import { type Export, exportAccount } from '../../run/export.ts';
import { EXPORT_SETTINGS } from '../../settings/command-settings.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import type { Caller } from '../caller/caller.ts';
import { toServiceOptions } from '../caller/run-settings.ts';
import { systemPorts } from '../caller/system-ports.ts';

interface ExportHost {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Takes each request. */
  readonly openLog?: (redact: Redact) => Log | undefined;
}

/**
 * `export`, from the settings to the sheet, if it goes into a file.
 *
 * Errors: `UsageError`, also for a file that is there; `DiskError`; those of `exportAccount`.
 */
export async function exportListings(caller: Caller, { signal, onProgress, openLog }: ExportHost) {
  const { sources, cwd, options } = caller;
  const { values, ...access } = readServiceSettings(EXPORT_SETTINGS, sources);
  const { platform, channel, status, sku, decimal = '.', ...others } = values;
  const { redact } = access.apiKey;
  const out = values.out === '-' ? undefined : values.out;
  const path = out && resolve(cwd, out);
  const mayReplace = options['force'] === true;
  // Known before the account is paged.
  if (path !== undefined) refuseExisting(path, out, mayReplace);
  const exported = await exportAccount(
    {
      ...others,
      service: toServiceOptions(values, access, 'empty'),
      filters: { platform, channel, status, sku },
      fields: FIELDS.filter((field) => values.fields.has(field)),
      // A comma would put every amount in quotes.
      delimiter: values.delimiter ?? (decimal === ',' ? ';' : ','),
      decimalSign: decimal,
    },
    { ...systemPorts(caller, signal), log: openLog?.(redact), onProgress },
  );
  if (path !== undefined) {
    refuseExisting(path, out, mayReplace);
    const blocks = redactAll(exported.sheet({ isFile: true }), redact);
    withDiskErrors(`write "${path}"`, () => writeWhole(path, blocks, systemDisk));
  }
  // `out`: the file that was written, as it was given. The document is what `--json` prints, but for the listings where there is no file.
  return { exported, out, document: describeExport(exported, out), redact };
}

export function* redactAll(blocks: Iterable<string>, redact: Redact): Generator<string> {
  for (const block of blocks) yield redact(block);
}

/** An export replaces a file only on request, and a device or anything else that is not a file never. */
function refuseExisting(path: string, out: string | undefined, mayReplace: boolean): void {
  const refuse = (why: string, hint?: string): never => {
    throw new UsageError([`Cannot export to "${out}": ${why}`], hint === undefined ? {} : { hint });
  };
  const there = withDiskErrors(`write "${path}"`, () => systemDisk.statSync(path, { throwIfNoEntry: false }));
  if (!there && !systemDisk.existsSync(dirname(path))) refuse(`there is no folder "${dirname(path)}"`);
  if (there && !there.isFile()) refuse('it is not a file');
  if (there && !mayReplace)
    refuse('it is there already', 'Name another file with --out, or pass --force to write over it');
}

/** A listing that is not in the sheet needs attention; a document holds all of them. */
function describeExport(
  { found, leftOut, warnings, notices, sheetNotices }: Export,
  out: string | undefined,
): Omit<ExportDocument, 'listings'> {
  const said = [...warnings, ...notices];
  if (out === undefined) return { version: 1, exit_code: EXIT.done, notices: said };
  return {
    version: 1,
    exit_code: leftOut.length === 0 ? EXIT.done : EXIT.attention,
    notices: [...said, ...sheetNotices],
    file: out,
    exported: found - leftOut.length,
    left_out: leftOut.map(({ listing: { id, sku }, why }) => ({ listing_id: id, sku, why })),
  };
}
