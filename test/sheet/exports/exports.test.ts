import { describe, expect, it } from 'vitest';
import { SheetError } from '../../../src/domain/errors.ts';
import { isMoneyField } from '../../../src/domain/fields.ts';
import type { Row } from '../../../src/domain/row.ts';
import { findNothingToSet } from '../../../src/run/sheet/find-nothing-to-set.ts';
import { SheetTally } from '../../../src/run/sheet/tally-sheet.ts';
import { describeColumn, findUnsettled } from '../../../src/run/sheet/unsettled-columns.ts';
import { ColumnLooks } from '../../../src/sheet/column-looks.ts';
import { read } from '../support.ts';
import { ERP_EXPORTS } from './erp-exports.ts';
import type { ExportCase } from './export-case.ts';
import { SHOP_EXPORTS } from './shop-exports.ts';

/** What programs write, and what comes of it: as it is, after a question, or not before somebody has said what it is. */
const EXPORTS = [...ERP_EXPORTS, ...SHOP_EXPORTS];

/** All of their columns are ours, texts or codes. */
const AT_SIGHT: readonly string[] = [
  'Cost with a divisor, called by our own name',
  ...['CHF.1250.50', 'Fr.1250', 'GBP.250', 'Rs.1500', 'USD.1999', 'kr.1499', 'zł.99'].map(
    (cell) => `Costs with the letters of a currency and a dot: ${cell}`,
  ),
  ...[
    'As of,2026-11-22 10:30',
    'As of,22.11.2026',
    'KW47',
    'Preisliste 2026\\nStand,20261122',
    'Rows:,12',
    'Sum:,10.55',
    'Total,10.55',
  ].map((line) => `Sheet with "${line}\\n" above its header`),
  'eSagu, price rules with decimal commas',
];

interface Result extends Pick<ExportCase, 'cents' | 'asks' | 'stops'> {
  readonly refuses?: readonly string[];
}

const SEEN = { map: new Map(), shell: 'posix' } as const;

/** What a run makes of an export that somebody watches, and what keeps one from it that nobody watches. */
async function resultOf(text: ExportCase['text']): Promise<Result> {
  try {
    const { reading, rows } = await read(text);
    const tally = new SheetTally();
    const looks = new ColumnLooks();
    for (const row of rows) {
      tally.add(row);
      looks.add(row);
    }
    const nothing = findNothingToSet(reading, { ...SEEN, counts: tally.result().counts });
    if (nothing) return { stops: nothing.message };
    const refuses = rows.flatMap((row) =>
      row.kind === 'invalid' ? [row.problems.map(({ message }) => message).join()] : [],
    );
    return {
      cents: centsOf(rows),
      asks: findUnsettled(reading, looks.result(), { ...SEEN, last: undefined, asOf: 20261127 })
        .map(describeColumn)
        .join('; '),
      ...(refuses.length > 0 && { refuses }),
    };
  } catch (error) {
    if (error instanceof SheetError) return { stops: `${error.message}\n${error.hint}` };
    throw error;
  }
}

/** Amounts by SKU, of rows that set any. */
function centsOf(rows: readonly Row[]): NonNullable<ExportCase['cents']> {
  return Object.fromEntries(
    rows.flatMap((row) => {
      if (row.kind !== 'row') return [];
      const amounts = Object.entries(row.requested).filter(([field]) => isMoneyField(field as 'cost'));
      return amounts.length === 0 ? [] : [[row.target.sku, Object.fromEntries(amounts)]];
    }),
  );
}

describe('exports as their programs write them', () => {
  it('are at least 120, each once', () => {
    expect(EXPORTS.length).toBeGreaterThanOrEqual(120);
    expect(new Set(EXPORTS.map(({ program }) => program)).size).toBe(EXPORTS.length);
  });

  it('are read where nobody watches if they have no columns but ours, texts and codes', async () => {
    const read = await Promise.all(EXPORTS.map(async (one) => ({ ...one, ...(await resultOf(one.text)) })));
    const atSight = read.filter(({ asks }) => asks === '');
    process.stdout.write(`of ${EXPORTS.length} exports ${atSight.length} are read where nobody watches\n`);
    expect(atSight.map(({ program }) => program).sort()).toEqual(AT_SIGHT);
  });

  it.each(EXPORTS.map((one) => [one.program, one] as const))('%s', async (_, { text, ...expected }) => {
    const { cents, asks, stops, refuses } = await resultOf(text);
    expect(stops ?? '').toContain(expected.stops ?? '');
    expect(asks ?? '').toContain(expected.asks ?? '');
    const isWrong = expected.asks !== undefined && !expected.cents && !expected.refuses;
    for (const message of isWrong ? [] : (refuses ?? [])) expect(message).toContain(expected.refuses);
    expect({ cents, stops: !!stops, refuses: !!refuses }).toEqual({
      cents: isWrong ? expect.anything() : expected.cents,
      stops: !!expected.stops,
      refuses: isWrong ? expect.anything() : !!expected.refuses,
    });
  });
});
