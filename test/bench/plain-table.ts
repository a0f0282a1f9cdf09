import { parse } from 'csv-parse/sync';
import { FIELDS } from '../../src/domain/fields.ts';

/**
 * What one would write in an hour: a row of one HTML table for each line of results.csv, with the columns that the report's
 * table has. A browser lays columns of a fixed width out in half the time, so they have one.
 */
export function toPlainTable(results: Buffer): string {
  const rows = parse(results, { columns: true, bom: true }) as readonly Readonly<Record<string, string>>[];
  const fields = FIELDS.filter((field) => rows.some((row) => isChanged(row, field)));
  const head = ['line', 'sku', 'status', ...fields, 'reason', 'message'];
  const body = rows.map((row) => {
    const { line = '', sku = '', status = '', reason = '', message = '' } = row;
    const cells = fields.map((field) =>
      isChanged(row, field) ? `${row[`${field}_before`]} → ${row[`${field}_after`]}` : '',
    );
    return `<tr>${[line, sku, status, ...cells, reason, message].map((text) => toCell(text, 'td')).join('')}</tr>`;
  });
  return `<!doctype html><html data-ready><meta charset="utf-8"><title>results</title>
<style>table { table-layout: fixed; width: 100% }</style>
<table><thead><tr>${head.map((text) => toCell(text, 'th')).join('')}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></html>
`;
}

function isChanged(row: Readonly<Record<string, string>>, field: string): boolean {
  return row[`${field}_after`] !== '';
}

function toCell(text: string, tag: 'td' | 'th'): string {
  return `<${tag}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${tag}>`;
}
