import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

/** Two listings with costs of 6.00, and a run over a sheet of them that nobody watches. */
async function openShop() {
  const sandbox = await testSandbox({
    catalogue: anAccount([
      { sku: 'SKU-1', cost: 600 },
      { sku: 'SKU-2', cost: 600 },
    ]),
  });
  const cwd = tempFolder();
  return {
    costs: () => sandbox.snapshot().listings.map(({ cost }) => cost),
    run: (sheet: string, ...flags: readonly string[]) => {
      writeFileSync(join(cwd, 'costs.csv'), sheet);
      return runInProcess(
        ['sync', 'costs.csv', '--as-of', '2026-11-27', '--max-change', '100000', ...flags],
        {
          cwd,
          env: envOf(sandbox),
        },
      );
    },
  };
}

const PLACES = ['above', 'below the header', 'at the end'] as const;

/** The same table with a note in one of the places where people write them. */
function sheetWith(note: string, place: (typeof PLACES)[number]): string {
  const lines = ['sku;cost;min', 'SKU-1;6.30;', 'SKU-2;6.40;'];
  lines.splice({ above: 0, 'below the header': 1, 'at the end': 3 }[place], 0, note);
  return `${lines.join('\n')}\n`;
}

const AS_WRITTEN = [630, 640];
const UNTOUCHED = [600, 600];

/** What the note says, and with which flags the amounts are right. */
const CONTRADICTING: readonly (readonly [
  note: string,
  flags: readonly string[],
  costs: readonly number[],
])[] = [
  ['Preise gelten je 10 Stück', ['--cost-per', '10'], [63, 64]],
  ['prix par 10 pièces', ['--cost-per', '10'], [63, 64]],
  ['Precios por 10 unidades', ['--cost-per', '10'], [63, 64]],
  ['(USD/10 pcs)', ['--cost-per', '10', '--currency', 'usd'], [63, 64]],
  ['Costs are per dozen', ['--cost-per', '12', '--allow', 'sheet_note'], [53, 53]],
  ['Prezzi, listino per 6 pezzi', ['--cost-per', '6'], [105, 107]],
  ['Alle bedragen in centen', ['--money', 'cents', '--map', 'minimum_price='], []],
  ['Todos los importes en céntimos', ['--money', 'cents'], []],
  ['Ceny w groszach', ['--money', 'cents'], []],
  ['Prices in GBP', ['--currency', 'gbp'], []],
  ['Prezzi in €', ['--currency', 'eur'], []],
  ['Währung: CHF', ['--currency', 'chf'], []],
  ['Tarif en euros TTC', ['--currency', 'eur', '--allow', 'sheet_note'], []],
  ['Prijzen incl. 21% btw', ['--allow', 'sheet_note'], AS_WRITTEN],
  ['Our prices include 20% VAT', ['--allow', 'sheet_note'], AS_WRITTEN],
  ['Preise: MwSt. enthalten', ['--allow', 'sheet_note'], AS_WRITTEN],
  ['IVA inclusa', ['--allow', 'sheet_note'], AS_WRITTEN],
  ['Precios con IVA', ['--allow', 'sheet_note'], AS_WRITTEN],
  ['Prices including sales tax, incl. 8.25% tax', ['--allow', 'sheet_note'], AS_WRITTEN],
  ['Price list effective March 1, 2027', ['--as-of', '2027-03-01'], AS_WRITTEN],
  ['Prijslijst geldig vanaf 01-03-2027', ['--as-of', '2027-03-01'], AS_WRITTEN],
  ['Tarif valable à partir du 1 mars 2027', ['--as-of', '2027-03-01'], AS_WRITTEN],
  ['Preise ab Januar 2027', ['--as-of', '2027-01-01'], AS_WRITTEN],
  ['Preise ab Dezember 2026', ['--as-of', '2026-12-01'], AS_WRITTEN],
  ['Cennik ważny od 2027-01-01', ['--as-of', '2027-01-01'], AS_WRITTEN],
  ['Neue Preise zum 1.1.2027', ['--as-of', '2027-01-01'], AS_WRITTEN],
  ['Price list Q1 2027', ['--as-of', '2027-01-01'], AS_WRITTEN],
  ['Tarif applicable au 1er janvier 2027', ['--as-of', '2027-12-31'], AS_WRITTEN],
  ['Listino valido fino al 30.06.2026', ['--as-of', '2026-06-30'], AS_WRITTEN],
  ['Offer prices valid through 31 Oct 2026', ['--as-of', '2026-10-31'], AS_WRITTEN],
];

describe('a note that says something else of the amounts than what is settled', () => {
  const cases = CONTRADICTING.flatMap((one, n) => {
    const place = PLACES[n % PLACES.length] ?? 'above';
    return [[`${place}: ${one[0]}`, place, ...one] as const];
  });

  it.each(cases)('%s', async (_, place, note, flags, costs) => {
    const shop = await openShop();
    const stopped = await shop.run(sheetWith(note, place));
    expect([stopped.code, shop.costs()]).toEqual([4, UNTOUCHED]);
    expect(stopped.stdout).toContain('(sheet_note');
    expect(stopped.stdout).toContain(
      `line ${PLACES.indexOf(place) === 2 ? 4 : PLACES.indexOf(place) + 1} says "`,
    );
    const settled = await shop.run(sheetWith(note, place), ...flags);
    expect(settled.stdout).not.toContain('Refused by a guard rule');
    // Listings in dollars: what is in another currency, or would be no amount in cents, is refused row by row.
    expect(shop.costs()).toEqual(costs.length === 0 ? UNTOUCHED : costs);
  });
});

describe('a note that contradicts nothing', () => {
  it.each([
    'Price list 2026',
    'Preise ab 2026',
    'Prices 01.01.2026 - 31.12.2026',
    'Printed 27.11.2026 08:15',
    'Stand: 01.12.2026',
    'All prices excl. VAT',
    'Preise zzgl. MwSt.',
    'VAT not included',
    'Taxes may apply',
    'Iva Petrova, sales',
    'CUP LIST 2026',
    'PRICES IN ALL COLOURS',
    'Prices in USD',
    'Valid from 01.01.2026 until 31.12.2026 prices',
    'Sales from 2026-10-01 to 2026-10-31',
    '2 items, page 1 of 1',
    'Acme Ltd, 100 Main Street',
    'for questions call 555 0100',
  ])('%s', async (note) => {
    for (const place of PLACES) {
      const shop = await openShop();
      const { stdout } = await shop.run(
        sheetWith(note, place),
        ...(note.includes('USD') ? ['--currency', 'usd'] : []),
      );
      expect(stdout).not.toContain('sheet_note');
      expect(shop.costs()).toEqual(AS_WRITTEN);
    }
  });
});
