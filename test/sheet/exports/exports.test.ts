import { describe, expect, it } from 'vitest';
import { SheetError } from '../../../src/domain/errors.ts';
import { isMoneyField } from '../../../src/domain/fields.ts';
import type { Row } from '../../../src/domain/row.ts';
import { checkAmbiguousColumns } from '../../../src/run/sheet/check-ambiguous-columns.ts';
import { findNothingToSet } from '../../../src/run/sheet/find-nothing-to-set.ts';
import { SheetTally } from '../../../src/run/sheet/tally-sheet.ts';
import { read } from '../support.ts';
import { ERP_EXPORTS } from './erp-exports.ts';
import type { ExportCase } from './export-case.ts';
import { SHOP_EXPORTS } from './shop-exports.ts';

/** What programs write, and what comes of it: by sight, after a question, or not before somebody has said what it is. */
const EXPORTS = [...ERP_EXPORTS, ...SHOP_EXPORTS];

interface Result extends Pick<ExportCase, 'cents' | 'asks' | 'stops'> {
  readonly refuses?: readonly string[];
}

/** What a run makes of an export that somebody watches, and what a run says that nobody watches, where it stops. */
async function resultOf(text: ExportCase['text']): Promise<Result> {
  try {
    const { reading, rows } = await read(text);
    const about = { sheet: 'export.csv', job: 'export', map: new Map() };
    checkAmbiguousColumns(reading.questions, { ...about, shell: 'posix', isWatched: true });
    const asks = refusalOf(() =>
      checkAmbiguousColumns(reading.questions, { ...about, shell: 'posix', isWatched: false }),
    );
    const tally = new SheetTally();
    for (const row of rows) tally.add(row);
    const nothing = findNothingToSet(reading, {
      map: new Map(),
      counts: tally.result().counts,
      shell: 'posix',
    });
    if (nothing) return { stops: nothing.message };
    const refuses = rows.flatMap((row) =>
      row.kind === 'invalid' ? [row.problems.map(({ message }) => message).join()] : [],
    );
    return {
      cents: centsOf(rows),
      ...(asks !== undefined && { asks }),
      ...(refuses.length > 0 && { refuses }),
    };
  } catch (error) {
    if (error instanceof SheetError) return { stops: `${error.message}\n${error.hint}` };
    throw error;
  }
}

function refusalOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof SheetError) return `${error.message}\n${error.hint}`;
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

  it('are most of them read at sight, and none of the others without a question', () => {
    const asked = EXPORTS.filter(({ asks }) => asks !== undefined).length;
    const stopped = EXPORTS.filter(
      ({ stops, refuses }) => stops !== undefined || refuses !== undefined,
    ).length;
    const atSight = EXPORTS.length - asked - stopped;
    process.stdout.write(
      `of ${EXPORTS.length} exports ${atSight} are read at sight, ${asked} after a question, ${stopped} stop\n`,
    );
    expect(atSight * 2).toBeGreaterThan(EXPORTS.length);
  });

  it.each(EXPORTS.map((one) => [one.program, one] as const))('%s', async (_, { text, ...expected }) => {
    const { cents, asks, stops, refuses } = await resultOf(text);
    expect(stops ?? '').toContain(expected.stops ?? '');
    expect(asks ?? '').toContain(expected.asks ?? '');
    for (const message of refuses ?? []) expect(message).toContain(expected.refuses);
    expect({ cents, stops: !!stops, asks: !!asks, refuses: !!refuses }).toEqual({
      cents: expected.cents,
      stops: !!expected.stops,
      asks: !!expected.asks,
      refuses: !!expected.refuses,
    });
  });
});
