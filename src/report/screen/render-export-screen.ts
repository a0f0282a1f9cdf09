import { toJsonText } from '../../domain/json-text.ts';
import type { Listing } from '../../domain/listing.ts';
import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { count } from '../text/words.ts';

/** The facts of an export, besides the listings. */
export interface ExportFacts {
  /** Listings that fit the filters. */
  readonly found: number;
  /** Listings that no sheet can hold; `why` completes a sentence that begins with the SKU. */
  readonly leftOut: readonly { readonly listing: Listing; readonly why: string }[];
  /** Shown even with --quiet. */
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
}

interface ScreenOptions {
  /** The sheet's file, where it isn't standard output. */
  readonly out: string | undefined;
  /** Only what needs attention is said. */
  readonly quiet: boolean;
  /** The command that reads the sheet where the folder's settings expect another layout. */
  readonly command: string | undefined;
}

const MAX_SHOWN = 20;

/** The lines of an export's end, for people. */
export function renderExportScreen(
  { found, leftOut, warnings, notices }: ExportFacts,
  { out, quiet, command }: ScreenOptions,
): readonly string[] {
  const where = out === undefined ? '' : ` to ${out}`;
  const shown = leftOut.slice(0, MAX_SHOWN);
  const lines = [
    ...(quiet ? [] : [`${count(found - leftOut.length, 'listing')} exported${where}`]),
    ...warnings,
    ...(quiet ? [] : notices),
    ...(leftOut.length === 0
      ? []
      : [
          `${count(leftOut.length, 'listing is', 'listings are')} left out because a sheet can't hold the SKU; export --json includes them`,
        ]),
    ...shown.map(({ listing: { id, sku }, why }) => `  ${id}: "${sku}" ${why}`),
    ...(leftOut.length > MAX_SHOWN ? [`  and ${leftOut.length - MAX_SHOWN} more`] : []),
    ...(command === undefined || quiet
      ? []
      : [`The settings of this folder expect another layout; to read this sheet back, run: ${command}`]),
  ];
  return lines.map((line) => clip(printable(line)));
}

interface SummaryOptions {
  readonly out: string;
  readonly exitCode: number;
}

/** The same as one JSON document, where the listings went into a file. */
export function renderExportSummary(
  { found, leftOut, warnings, notices }: ExportFacts,
  { out, exitCode }: SummaryOptions,
): string {
  const document = {
    version: 1,
    exit_code: exitCode,
    file: out,
    exported: found - leftOut.length,
    left_out: leftOut.map(({ listing: { id, sku }, why }) => ({ listing_id: id, sku, why })),
    notices: [...warnings, ...notices],
  };
  return `${toJsonText(document, 2)}\n`;
}
