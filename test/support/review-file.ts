import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { canBeApproved, toReviewFile } from '../../src/page/approving.ts';
import { readPage } from './read-page.ts';

type Row = Readonly<Record<string, string>>;
type Cells = readonly string[];

/** How a program saves a table. */
export interface SavedAs {
  readonly delimiter?: string;
  readonly mark?: string;
  readonly lineEnd?: string;
  readonly encoding?: 'utf8' | 'utf16le' | 'latin1';
  readonly allQuoted?: boolean;
}

/** A review file, read by nothing of the program's own. */
export function readReview(path: string, delimiter = ','): readonly Row[] {
  return parse(readFileSync(path), { columns: true, bom: true, delimiter });
}

/** Opens a review file, changes its rows, and saves it as a spreadsheet does. The header is the first row. */
export function editReview(
  path: string,
  edit: (rows: readonly Cells[]) => readonly Cells[],
  { from = ',', ...savedAs }: SavedAs & { readonly from?: string } = {},
): void {
  const rows: readonly Cells[] = parse(readFileSync(path), { bom: true, delimiter: from });
  saveTable(path, edit(rows), { delimiter: from, ...savedAs });
}

/** Writes yes beside some rows, and nothing beside the others. */
export function approveRows(
  path: string,
  isApproved: (row: Row) => boolean,
  options: SavedAs & { readonly from?: string } = {},
): void {
  editReview(path, ([header = [], ...rows]) => [header, ...rows.map(approve(header, isApproved))], options);
}

function approve(header: Cells, isApproved: (row: Row) => boolean): (cells: Cells) => Cells {
  return (cells) => {
    const row = Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']));
    return cells.map((cell, at) => (header[at] === 'approve' ? (isApproved(row) ? 'yes' : '') : cell));
  };
}

/** Changes the cells of one column below the header. */
export function editColumn(
  name: string,
  edit: (cell: string, row: number) => string,
): (rows: readonly Cells[]) => readonly Cells[] {
  return ([header = [], ...rows]) => [
    header,
    ...rows.map((cells, row) => cells.map((cell, at) => (header[at] === name ? edit(cell, row) : cell))),
  ];
}

function saveTable(
  path: string,
  rows: readonly Cells[],
  { delimiter = ',', mark = '', lineEnd = '\r\n', encoding = 'utf8', allQuoted = false }: SavedAs,
): void {
  const quote = (cell: string): string =>
    allQuoted || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = rows.map((cells) => `${cells.map(quote).join(delimiter)}${lineEnd}`);
  writeFileSync(path, `${mark}${lines.join('')}`, encoding);
}

/** The review file that the page of a run gives away before anything is decided; `undefined` if nothing can be approved on it. */
export function reviewFileOfPage(folder: string): string | undefined {
  const { rows, facts } = readPage(readFileSync(join(folder, 'report.html'), 'utf8'));
  const { approval } = facts;
  if (!approval) return undefined;
  const decided = rows
    .filter((row) => canBeApproved(row, approval))
    .map((row) => ({ row, decision: 'undecided' as const }));
  const strategyNames = new Map(facts.strategyNames);
  return [...toReviewFile(decided, { ...approval, strategyNames })].join('');
}
