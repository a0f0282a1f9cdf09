import * as systemDisk from 'node:fs';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { titlesOf } from '../../../report/screen/describe-run-end.ts';
import { fitColumns } from '../../../report/text/fit-columns.ts';
import { printable } from '../../../report/text/printable.ts';
import { renderTable } from '../../../report/text/render-table.ts';
import { wrapText } from '../../../report/text/text-width.ts';
import { writeIndex } from '../../../run/page/write-index.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';

interface Found {
  /** What `--json` prints; people read its notices, and which page was written. */
  readonly json: { readonly notices: readonly string[]; readonly [key: string]: unknown };
  readonly table: readonly string[];
  /** Sentences below it. */
  readonly said: readonly string[];
  /** Default 0. */
  readonly exitCode?: number;
}

/** Prints what an action of `history` found, sentences wrapped to the terminal. */
export function printFound({ json: document, table, said, exitCode = 0 }: Found, context: Context): number {
  const { json, quiet, print, mask, stdio } = context;
  const page = !quiet && typeof document['html'] === 'string' ? [`Page: ${document['html']}`] : [];
  const below = [...said, ...page, ...document.notices].flatMap((text) =>
    wrapText(printable(text), widthOf(stdio.stdout)),
  );
  const gap = table.length > 0 && below.length > 0 ? [''] : [];
  const lines = [...table, ...gap, ...below];
  const text = json ? toJsonText({ version: 1, exit_code: exitCode, ...document }, 2) : lines.join('\n');
  if (text !== '') print(mask(`${text}\n`));
  return exitCode;
}

const NUMBER = /^(?:[−+-]?\d[\d.]*(?: %| \(\d+ new\))?|null)?$/;

/**
 * A table of cells by their titles, with the columns that say something, and numbers to the right. A narrow terminal leaves out numbers, the
 * last column of them first.
 */
export function tableOf(
  rows: readonly Readonly<Record<string, string>>[],
  { paint, stdio }: Context,
): readonly string[] {
  const columns = titlesOf(rows).map((title, at) => {
    const text = (row: Readonly<Record<string, string>>): string => row[title] ?? '';
    const isNumber = rows.every((row) => NUMBER.test(text(row)));
    return { title, text, ...(isNumber && { align: 'right' as const, rank: at }) };
  });
  const width = widthOf(stdio.stdout);
  const [head = '', ...lines] = renderTable(rows, fitColumns(rows, columns, width), width);
  return lines.length === 0 ? [] : [paint('dim', head), ...lines];
}

/** Writes the page beside the history again after an action on it. */
export function renewIndex(history: string, { mask, warn }: Context): void {
  const notice = writeIndex({ history, now: systemClock.now(), redact: mask, disk: systemDisk });
  if (notice !== undefined) warn(mask(notice));
}
