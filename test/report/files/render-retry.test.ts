import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/domain/row.ts';
import type { Outcome } from '../../../src/domain/stages.ts';
import { renderRetry, type SheetShape } from '../../../src/report/files/render-retry.ts';
import { sheetPlans, writePricedSheet } from '../../sheet/priced-sheet.ts';
import { kindsOf, read, type WholeSheet, writeCsv } from '../../sheet/support.ts';
import { aListing, aResolved } from '../../support/builders.ts';
import { listed } from '../../support/listed.ts';
import { runs } from '../../support/runs.ts';
import { unmarked } from '../../support/unmarked.ts';
import { anOutcome } from '../support.ts';

/** What became of a row where the service refuses everything. */
function refused(row: Row): Outcome {
  if (row.kind !== 'row') return anOutcome(row);
  return anOutcome({ kind: 'unresolved', row, status: 'failed', reason: 'http_402', message: 'No' });
}

const ONE_EACH = { isOfSeveral: () => false };

function render(outcomes: readonly Outcome[], shape: SheetShape, options = ONE_EACH): string {
  return unmarked([...renderRetry(outcomes, shape, options)].join(''));
}

/** The retry file of a sheet none of whose rows went well. */
function retryOf({ rows, reading: { table, dialect, columns } }: WholeSheet): string {
  const listingIdAt = columns.get('listing_id')?.index;
  return render(rows.map(refused), { header: table.header, listingIdAt, delimiter: dialect.delimiter });
}

describe('renderRetry', () => {
  it('writes a row once that met several listings, with what was wrong first', () => {
    const { row } = aResolved({ listing: aListing() });
    const outcome = (message: string) =>
      anOutcome({ kind: 'unresolved', row, status: 'failed', reason: 'http_402', message });
    const text = render([outcome('One'), outcome('Two')], { header: ['sku'], delimiter: ',' });
    expect(text).toBe('sku,listing_id,status,reason,message\nMUG-01,,failed,http_402,One\n');
  });

  it('keeps columns that mean nothing, the delimiter, and text to the letter', async () => {
    const text = ' Sku ;;Titel;MIN\n A ;;=1+1;1.299,00 \n"B;""b""";;"a\r\nc";007,50\n';
    expect(retryOf(await read(text, { delimiter: ';' }))).toBe(
      ' Sku ;;Titel;MIN;listing_id;status;reason;message\n' +
        " A ;;'=1+1;1.299,00 ;;failed;http_402;No\n" +
        '"B;""b""";;"a\r\nc";007,50;;failed;http_402;No\n',
    );
  });

  it('shows where a cell was missing, so that the row stays invalid until it is repaired', async () => {
    const first = retryOf(await read('sku,cost,min\nA,5\nB,5,7\n'));
    expect(first).toBe(
      'sku,cost,min,listing_id,status,reason,message\n' +
        'A,5,<missing>,,invalid,column_count,"The row has 2 cells, the header 3"\n' +
        'B,5,7,,failed,http_402,No\n',
    );
    expect(kindsOf((await read(first)).rows)).toEqual(['invalid 2 money_word cell_missing', 'row 3']);
    expect(kindsOf((await read(first.replace('<missing>', '7'))).rows)).toEqual(['row 2', 'row 3']);
  });

  it('keeps the cells that were too many under no header, so that the row stays invalid until it is repaired', async () => {
    const first = retryOf(await read('sku,cost\nA,12,99,x\nB,5\n'));
    expect(first).toBe(
      'sku,cost,,,listing_id,status,reason,message\n' +
        'A,12,99,x,,invalid,cell_without_header,"Cell 3 ""99"" has no header above it; a cell that contains the delimiter needs quotes"\n' +
        'B,5,,,,failed,http_402,No\n',
    );
    expect(kindsOf((await read(first)).rows)).toEqual(['invalid 2 cell_without_header', 'row 3']);
    expect(kindsOf((await read(first.replace('12,99,x', '"12,99",,'))).rows)).toEqual(['row 2', 'row 3']);
  });

  it('replaces the remarks of a sheet that is a retry file itself', async () => {
    const first = retryOf(await read('sku,cost\nA,x\nB,5\nC\n'));
    const sheet = await read(first);
    const second = retryOf(sheet);
    expect(second.split('\n')[0]).toBe('sku,cost,listing_id,status,reason,message');
    expect(retryOf(await read(second))).toBe(second);
    const repaired = await read(first.replace('A,x', 'A,6'));
    expect(retryOf(repaired).split('\n').slice(0, 3)).toEqual([
      'sku,cost,listing_id,status,reason,message',
      'A,6,,failed,http_402,No',
      'B,5,,failed,http_402,No',
    ]);
  });

  it('keeps columns of the sheet that are merely called like remarks', async () => {
    const text = retryOf(await read('status,sku,message\nnew,A,hello\n'));
    expect(text).toBe(
      'status,sku,message,listing_id,status,reason,message\nnew,A,hello,,failed,http_402,No\n',
    );
  });

  /** Rows without what a retry file changes: their lines and the remarks behind their cells. */
  function withoutPlace(rows: readonly Row[], width: number) {
    return rows.map((row) => {
      const { line: _line, cells, ...rest } = row;
      return { ...rest, cells: cells.slice(0, width) };
    });
  }

  it('is read back as the very rows it was made of, in whatever way the sheet was written', async () => {
    await fc.assert(
      fc.asyncProperty(sheetPlans(), async (plan) => {
        const sheet = await read(writePricedSheet(plan).bytes);
        const usable = { ...sheet, rows: sheet.rows.filter(({ kind }) => kind === 'row') };
        const again = await read(retryOf(usable));
        const width = sheet.reading.table.header.length;
        expect(withoutPlace(again.rows, width)).toEqual(withoutPlace(usable.rows, width));
        expect(retryOf(again)).toBe(retryOf(usable));
      }),
      { numRuns: runs(300) },
    );
  });

  it('never makes an unusable row usable, nor loses a cell of it, however ragged it is', async () => {
    const plain = listed(`A, B, 5, 12, x, =1, '=1, a"b, <missing>, null`);
    const cell = fc.constantFrom('', ' ', ',', 'a\r\nb', ...plain);
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 6 });
    const header = fc.constantFrom(
      ['sku', 'cost', 'min'],
      ['', 'sku', 'cost', 'note'],
      ['sku', '', 'cost', 'min', 'note'],
    );
    await fc.assert(
      fc.asyncProperty(header, rows, async (header, rows) => {
        const sheet = await read(writeCsv([header, ...rows]), { duplicates: 'last', quote: '"' });
        const invalid = sheet.rows.filter(({ kind }) => kind === 'invalid');
        const again = await read(retryOf({ ...sheet, rows: invalid }), { duplicates: 'last', quote: '"' });
        expect(again.rows.map(({ kind }) => kind)).toEqual(invalid.map(() => 'invalid'));
        for (const [index, { cells }] of invalid.entries()) {
          // A blank cell too many has nothing in it to be lost, and may be marked so that the row stays refused.
          const withoutMarks = (row: readonly string[] = []): readonly string[] =>
            cells.map((_, at) =>
              at >= header.length ? (row[at] ?? '').replace('<extra>', '').trim() : (row[at] ?? ''),
            );
          expect(withoutMarks(again.rows[index]?.cells)).toEqual(withoutMarks(cells));
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});
