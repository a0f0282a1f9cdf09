import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableOf } from '../support/listed.ts';
import { approveRows } from '../support/review-file.ts';
import {
  NIGHT_SHEET,
  openNightShop,
  playSettledNights,
  NIGHT_SKUS as SKUS,
} from '../support/settled-nights.ts';

/** What a column holds: `a;b` in turn, `A#` with the number of each row, and `A# … b` with another text in the last row. */
function cellsOf(text: string): readonly string[] {
  const [all = '', last] = text.split(' … ');
  const cells = all.includes('#') ? SKUS.map((_, n) => all.replace('#', String(n + 1))) : all.split(';');
  return last === undefined ? cells : SKUS.map((_, n) => (n === 8 ? last : (cells[n % cells.length] ?? '')));
}

/** A sheet of our own names and one column more. */
function sheetWith(header: string, text: string, cost = '6.30'): string {
  const cells = cellsOf(text);
  const rows = SKUS.map((sku, n) => `${sku};${cost};${cells[n % cells.length]}`);
  return `sku;cost;${header}\n${rows.join('\n')}\n`;
}

const SYNC = ['sync', 'costs.csv', '--quiet'];
const SETTLE = ['check', 'costs.csv', '--save-mapping'];
const UNTOUCHED = SKUS.map(() => 600);
const SENT = SKUS.map(() => 630);

const TITLES =
  'Becher blau;Becher rot;Becher grün;Becher weiß;Becher grau;Becher schwarz;Becher gelb;Becher lila;Becher rosa';

/** Columns that may say what the cost beside them is for, some of them in one row; `around-amounts` has others. */
const QUALIFYING = tableOf(`
Ordine minimo | 100
Preisliste | A;B;C
Bemerkung | gültig ab 1.3.2027;;
Inizio | 1#GEN2027
Effective | 0#152027
Konditionen | ${TITLES} … Preis je Karton mit 12 Stück
Streckcode | 400638133393# … DZ
Remarque | ${TITLES} … par douzaine
Opmerking | ${TITLES} … vanaf 01-03-2027
Titolo | ${TITLES.replaceAll(/;|$/g, ' aus Steingut - price per dozen$&')}
Canale | ${TITLES} … amazon.it`);

/** Named with what it holds, or with what it is taken for. */
const openAs = (header: string): RegExp => new RegExp(`"${header}" (?:holds|is taken for)`);

describe('a column that may say what an amount is for', () => {
  it.each(QUALIFYING)('%s: stops an unwatched run until it is settled', async (header = '', cells = '') => {
    const shop = await openNightShop();
    const stopped = await shop.run(SYNC, sheetWith(header, cells));
    expect([stopped.code, shop.requests()]).toEqual([4, 0]);
    expect(stopped.stdout).toContain('(unsettled)');
    expect(stopped.stdout).toMatch(openAs(header));
    expect((await shop.run(SETTLE)).code).toBe(0);
    expect(await shop.run(SYNC)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(shop.costs()).toEqual(SENT);
  });

  it.each(
    tableOf(`
descriptions without blanks | 标题 | 红色马克杯;蓝色马克杯;绿色马克杯;白色马克杯;黑色马克杯;灰色马克杯;黄色马克杯;紫色马克杯;粉色马克杯
addresses | Bild | https://example.test/#.jpg
titles | Titel | ${TITLES}
EANs | EAN | 400638133393#
ASINs | Zusatz | B0K00000A#
UUIDs | Key | 0e4eaa6e-26c1-4bd3-9d2b-2c1f7b9a000#
codes | Ref | ART-1002#
codes with a slash | Ref | 482#/B
nothing | Preis neu`),
  )('is none of %s', async (_, header = '', cells = '') => {
    const shop = await openNightShop();
    expect(await shop.run(SYNC, sheetWith(header, cells))).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(shop.costs()).toEqual(SENT);
  });

  it('is none of numbers of rows without a name', async () => {
    const shop = await openNightShop();
    const rows = SKUS.map((sku, n) => `${n};${sku};6.30\n`).join('');
    expect(await shop.run(SYNC, `;sku;cost\n${rows}`)).toMatchObject({ code: 0, stdout: '' });
  });

  it('is looked at in rows that count on another day, too', async () => {
    const shop = await openNightShop();
    const sheet = `sku;cost;valid_from;Next\n${SKUS.map((sku) => `${sku};6.30;2099-01-01;7.${sku.at(-1)}0\n`).join('')}SKU-1;6.20;;\n`;
    const { code, stdout } = await shop.run(SYNC, sheet);
    expect([code, shop.requests()]).toEqual([4, 0]);
    expect(stdout).toContain('"Next" holds amounts');
  });

  it.each(['DZ;EA', '2027-03-01', 'amazon.de;amazon.fr', '12;1', '7.10;7.25;7.90'])(
    'is seen without a name before the SKUs: %s',
    async (text) => {
      const cells = text.split(';');
      const shop = await openNightShop();
      const rows = SKUS.map((sku, n) => `${cells[n % cells.length]};${sku};6.30\n`).join('');
      const { code, stdout } = await shop.run(SYNC, `;sku;cost\n${rows}`);
      expect([code, shop.requests()]).toEqual([4, 0]);
      expect(stdout).toContain('"column A" holds');
      expect(await shop.run(SETTLE)).toMatchObject({ code: 0 });
      expect(await shop.run(SYNC)).toMatchObject({ code: 0, stdout: '' });
      expect(shop.costs()).toEqual(SENT);
    },
  );

  it('is seen in the last rows of a long sheet', async () => {
    const shop = await openNightShop();
    const rows = Array.from(
      { length: 900 },
      (_, n) => `S-${n};${n < 860 ? `400638${100_0000 + n}` : 'DZ'};6.30\n`,
    );
    const { code, stdout } = await shop.run(SYNC, `sku;Barcode;cost\n${rows.join('')}`);
    expect([code, shop.requests()]).toEqual([4, 0]);
    expect(stdout).toContain('"Barcode" holds "DZ"');
  });
});

describe('a settled sheet', () => {
  it('goes through with other texts, rows and columns, and stops with what may change its amounts', async () => {
    const shop = await openNightShop();
    await shop.run(SETTLE, NIGHT_SHEET);
    await playSettledNights({ ...shop, sync: () => shop.run(SYNC) });
  });
});

const SIX = 'amazon.de;amazon.fr;amazon.it;amazon.es;amazon.nl;amazon.se';
const COLOURS = 'rot;blau;grün;gelb;grau;weiß;lila;rosa;beige';

/** What somebody saw in a column that was left out, what it holds another night, and why that is news. */
const OTHER_NIGHTS = tableOf(`
prices, then others | 1#.90 | 2#.45
prices, then dates | 1#.90 | 2025-0#-01 | holds dates, such as "2025-01-01", and held amounts
prices, then words | 1#.90 | auf Anfrage # | held amounts before
prices, then one of other money | 1#.90 | 1#.90 … $5 | holds "$5", which it did not have
prices in dollars, then others | $1#.90 … $1,234.50 | $2#.45
prices and a dozen, then others | 1#.90 … DZ | 2#.45 … DZ
prices, then one number | 1#.50 | 100 | holds
prices, then numbers of pieces | 1#.50 | 1;1000 | holds
weights, then others | 1#.35 kg | 2#.4 kg
weights, then one of another unit | 1#.35 kg | 1#.35 kg … 1.4 lb | holds "1.4 lb"
percentages, then others | 2#.3 % | 3# %
a unit, then a hundred of it | 1 ST | 100 ST | holds "100 ST"
packs, then hundreds | 1# Stück | 100 Stück | holds nothing but "100 Stück"
names, then others | Maison # | Casa #
names, then prices | Maison # | 1#.90 | holds amounts, such as "11.90", and held words before
names, then a unit | Maison # | Maison # … CTN | holds "CTN", which it did not have
colours, then others | ${COLOURS} | ocker;${COLOURS.slice(4)}
colours and a pack, then others | ${COLOURS} … Karton | ocker;${COLOURS.slice(4)}
colours and a pack, then another | ${COLOURS} … Karton | ${COLOURS} … Kiste | holds "Kiste", which it did not have
colours, then one of many rows | ${COLOURS} | rot;blau;grün;Germany;Germany;Germany | holds "Germany", which it did not have
days without a year, then others | 0#.11. | 0#.12. | holds "01.12."
days without a year by slashes, then others | 0#/11 | 0#/12 | holds "01/12"
months, then one to come | 20250# | 20250#  … 209901 | holds 2099-01-01
weeks, then others | KW 3# | KW 4# | holds "KW 41"
colours, then a dozen | ${COLOURS} | ${COLOURS} … je Dutzend | holds
colours, then a dozen in short | ${COLOURS} | ${COLOURS} … Dtzd. | holds "Dtzd."
colours, then a currency by its word | ${COLOURS} | ${COLOURS} … Euro | holds "Euro"
colours, then a price | ${COLOURS} | ${COLOURS} … 7.10 EUR | holds
colours, then a tax | ${COLOURS} | ${COLOURS} … brutto | holds
colours, then a day | ${COLOURS} | ${COLOURS} … ab 01.01.2027 | holds
colours, then a day alone | ${COLOURS} | ${COLOURS} … 01.01.2027 | holds "01.01.2027"
colours, then an amount | ${COLOURS} | ${COLOURS} … 12.50 | holds "12.50"
prices and a dozen, then days | 1#.90 … DZ | 2027-01-01 | holds
six markets, then fewer | ${SIX} | amazon.it;amazon.es;amazon.nl;amazon.se
six markets, then a seventh | ${SIX} | ${SIX};amazon.pl | holds "amazon.pl", which it did not have
six units, then one more | EA;DZ;CS;BX;PK;PR | EA;PAL | holds "PAL"
past days, then later ones | 0#.05.2025 | 0#.06.2025
past days, then one to come | 0#.05.2025 | 01.05.2025;01.05.2099 | holds 2099-05-01, after the day
past days, then one of both orders | 5/1#/2025 | 5/13/2025;2/1/2099 | holds 2099-02-01
past days as numbers, then one to come | 4602# | 4602# … 48000 | holds 2031-06-01
past days as numbers and no end, then one to come | 46021;0;-;n/a;2958465;46022.25 | 46021;0;48000 | holds 2031-06-01
past seconds, then one to come | 176722560# | 192499200# | holds 2031-01-01
past days as numbers, then others | 4602# | 4501#
past days without signs, then one to come | 0#102025 | 0#102025 … 01012099 | holds 2099-01-01
past days that nobody reads, then others | #. ledna 2025 | #. ledna 2027 | holds "1. ledna 2027"
past days, then prices | 0#.05.2025 | #.95 | holds amounts, such as "1.95", and held past dates
days to come, then others | 2099-0#-01 | 2098-0#-01
days to come, then past ones | 2026-0#-01 … 2099-01-01 | 2026-01-01 | was settled while it held a day to come
anything, then nothing | 2025-0#-01`);

describe('a column that was left out', () => {
  const settleByCheck = (shop: Awaited<ReturnType<typeof openNightShop>>, sheet: string) =>
    shop.run(SETTLE, sheet);
  async function settleByPlan(shop: Awaited<ReturnType<typeof openNightShop>>, sheet: string) {
    await shop.run(['diff', 'costs.csv', '--out', 'runs/plan'], sheet);
    approveRows(join(shop.cwd, 'runs/plan/review.csv'), () => true, { from: ';' });
    await shop.run(['apply', 'runs/plan', '--only', 'runs/plan/review.csv']);
    expect(shop.costs()).toEqual(SENT);
  }

  it.each(
    OTHER_NIGHTS.flatMap((night) => [
      ['check', ...night],
      ['a plan', ...night],
    ]),
  )('settled by %s: %s', async (by, _name, seen = '', night = '', ...[message]) => {
    const shop = await openNightShop();
    await (by === 'check' ? settleByCheck : settleByPlan)(shop, sheetWith('Extra', seen));
    expect(await shop.run(SYNC)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    // A night without a value in between changes nothing.
    expect(await shop.run(SYNC, sheetWith('Extra', ''))).toMatchObject({ code: 0, stdout: '' });
    const { code, stdout } = await shop.run(SYNC, sheetWith(' EXTRA', night, '6.60'));
    expect([code, shop.costs()[0]]).toEqual(message === undefined ? [0, 660] : [4, 630]);
    expect(stdout).toMatch(message === undefined ? /^$/ : /"EXTRA" (?:holds|was settled)/);
    expect(stdout).toContain(message ?? '');
    expect(await shop.run(SYNC, sheetWith('Extra', seen, '6.60'))).toMatchObject({ code: 0, stdout: '' });
  });

  it('is settled as gone by the command that a night names', async () => {
    const shop = await openNightShop();
    await shop.run(SETTLE, sheetWith('Bestand', '1#.90'));
    expect((await shop.run(SYNC)).code).toBe(0);
    const { code, stdout } = await shop.run(SYNC, NIGHT_SHEET);
    expect(code).toBe(4);
    expect(stdout).toContain('"Bestand" was left out, and is gone');
    const renamed = (await shop.run(SYNC, sheetWith('Lager', '1#.90'))).stdout;
    expect(renamed).toContain(
      '"Lager" may be "Bestand" under a new name, which was left out, and is gone; it holds',
    );
    expect(renamed.match(/is gone/g)).toHaveLength(1);
    await shop.run(SYNC, NIGHT_SHEET);
    await shop.run(SETTLE);
    expect(await shop.run(SYNC)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it.each(
    tableOf(`
values | Neu | Restposten | Saison | Neu;Muster
marks among amounts | 1#.90 … DZ | 1#.90 … CS | 1#.90 … EA | 1#.90 … PAL
marks among titles | ${TITLES} … je 6 | ${TITLES} … je 8 | ${TITLES} … je 9 | ${TITLES} … je 12`),
  )('may hold again what was settled some nights before: %s', async (_, ...table) => {
    const [news = '', ...nights] = table.reverse();
    const shop = await openNightShop();
    for (const cells of nights.toReversed()) {
      await shop.run(SETTLE, sheetWith('Bemerkung', cells));
      expect((await shop.run(SYNC)).code).toBe(0);
    }
    for (const [n, cells] of nights.entries())
      expect(await shop.run(SYNC, sheetWith('Bemerkung', cells, `6.4${n}`))).toMatchObject({ code: 0 });
    expect((await shop.run(SYNC, sheetWith('Bemerkung', news))).code).toBe(4);
  });

  it.each(['', ' Stk'])(
    'is of amounts once more than five numbers were settled one by one: #%s',
    async (unit) => {
      const shop = await openNightShop();
      const night = (cells: string, cost?: string) =>
        sheetWith('Bestand', cells.replace(/\d+/g, `$&${unit}`), cost);
      for (const cells of ['1;2;3', '4;5;6']) {
        await shop.run(SETTLE, night(cells));
        expect((await shop.run(SYNC)).code).toBe(0);
      }
      for (const [n, cells] of ['7;8;9', '10;11;12', '1;3;15'].entries())
        expect(await shop.run(SYNC, night(cells, `6.4${n}`))).toMatchObject({ code: 0 });
      expect((await shop.run(SYNC, night('100'))).code).toBe(4);
    },
  );

  it('is settled again once a day to come was a mistake', async () => {
    const shop = await openNightShop();
    await shop.run(SETTLE, sheetWith('Stand', '01.11.2025'));
    for (const day of ['01.11.2099', '01.11.2025']) {
      expect((await shop.run(SYNC, sheetWith('Stand', day))).code).toBe(4);
      await shop.run(SETTLE);
      expect(await shop.run(SYNC)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    }
  });

  it.each(
    tableOf(`
Whg!=EUR | USD;EUR | USD;GBP;EUR | GBP
UOM!=DZ | EA;DZ | EA;CS;DZ | CS
Lager!= | MAIN; | MAIN;DZ; | DZ`),
  )('is judged like any other behind --where %s', async (where = '', seen = '', night = '', news = '') => {
    const shop = await openNightShop();
    const header = where.split('!')[0] ?? '';
    await shop.run([...SETTLE, '--where', where], sheetWith(header, seen));
    expect(await shop.run(SYNC)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const before = shop.costs();
    const { code, stdout } = await shop.run(SYNC, sheetWith(header, night, '6.60'));
    expect([code, shop.costs()]).toEqual([4, before]);
    expect(stdout).toContain(`"${header}" holds "${news}", which it did not have before`);
    await shop.run(SETTLE);
    expect(await shop.run(SYNC)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(shop.costs()).toContain(660);
  });

  it('may hold anything where somebody says so', async () => {
    const shop = await openNightShop();
    for (const cells of ['1#.90', 'EA;DZ', '2099-01-01']) {
      const { code } = await shop.run([...SYNC, '--leave-out', 'Extra'], sheetWith('Extra', cells));
      expect(code).toBe(0);
    }
    writeFileSync(
      join(shop.cwd, 'pricesheet.json'),
      JSON.stringify({ jobs: { costs: { 'leave-out': { Extra: 'any' } } } }),
    );
    await shop.run(SETTLE, sheetWith('Extra', 'EA'));
    expect(await shop.run(SYNC, sheetWith('Extra', '2099-01-01', '6.60'))).toMatchObject({ code: 0 });
  });

  it.each(
    tableOf(`
words | A# | B# | "per piece" | "per dozen" | {"words":["per piece"]}
words of which none says anything | A# | B# | Ax | "per dozen" | "words"
prices with their money | 1#.37 EUR | 2#.53 EUR | 7.10 EUR | "# USD" | {"amounts":["# EUR"]}
amounts | 1#.37 | 2#.53 | DZ | "CTN" | {"amounts":["DZ"]}`),
  )('of more than fifty %s may hold others, but not say more of an amount', async (_, ...table) => {
    const [seen = '', other = '', mark = '', news = '', kept = ''] = table;
    const shop = await openNightShop();
    /** `last` is in the last row alone. */
    const long = (text: string, cost: string, last: string): string => {
      const row = (_cell: unknown, n: number): string =>
        `${SKUS[n] ?? `S-${n}`};${n < SKUS.length ? cost : ''};${text.replace('#', String(n))}\n`;
      return `sku;cost;Extra\n${Array.from({ length: 600 }, row).join('')}S-X;;${last.replaceAll('"', '').replace('#', '7.10')}\n`;
    };
    await shop.run(SETTLE, long(seen, '6.30', mark));
    const saved = JSON.parse(readFileSync(join(shop.cwd, 'pricesheet.json'), 'utf8'));
    expect(JSON.stringify(saved.jobs.costs['leave-out'].Extra)).toBe(kept);
    expect(await shop.run(SYNC, long(other, '6.30', mark))).toMatchObject({ code: 0, stdout: '' });
    const { code, stdout } = await shop.run(SYNC, long(other, '6.60', news));
    expect([code, shop.costs()]).toEqual([4, SENT]);
    expect(stdout).toContain(`"Extra" holds ${news}, which it did not have before`);
  });

  it('is known by its case where another column has the same letters', async () => {
    const shop = await openNightShop();
    const rows = (header: string, cost: string, more: (n: number) => string) =>
      `sku;cost;${header}\n${SKUS.map((sku, n) => `${sku};${cost};${more(n % 2)}\n`).join('')}`;
    await shop.run(
      SETTLE,
      rows('Markt;Ref;Ref', '6.30', (n) => `${'AB'[n]};${'xy'[n]};${n}`),
    );
    expect(await shop.run(SYNC)).toMatchObject({ code: 0, stdout: '' });
    const other = rows('Markt;Ref;Ref;MARKT', '6.60', (n) => `${'AB'[n]};${'xy'[n]};${n};${'BA'[n]}`);
    const { code, stdout } = await shop.run(SYNC, other);
    expect([code, shop.costs()]).toEqual([4, SENT]);
    expect(stdout).toContain('"MARKT" holds "B", "A"');
    expect(stdout).not.toContain('"Markt"');
  });

  it.each(
    tableOf(`
Titel | Rote Lampe;Blauer Stuhl | Neue Lampe | 0
Artikel | Lampe;Stuhl;Tisch;Uhr;Set | Vase | 0
Artikel | Lampe;Stuhl;Tisch;Uhr | Vase | 4
Lager | HH01;HH02;HH03;HH04;HH05 | HH06 | 4
X | 1 | 100 | 4
Markt | DE;FR;IT;ES;NL | PL | 4
Art.-Nr. | 43001;43002;43003;43004;43005;43006 | 48200 | 0
Stand | 46001;46002;46003;46004;46005;46006 | 48200 | 4`),
  )(
    'passes in a sheet of few rows if a new one has another title, name or number: %s, %s',
    async (...night) => {
      const [header = '', seen = '', other = '', code] = night;
      const shop = await openNightShop();
      const sheet = (cells: string, cost: string) =>
        `sku;cost;${header}\n${cells
          .split(';')
          .map((cell, n) => `${SKUS[n]};${cost};${cell}\n`)
          .join('')}`;
      await shop.run(SETTLE, sheet(seen, '6.30'));
      expect((await shop.run(SYNC)).code).toBe(0);
      expect((await shop.run(SYNC, sheet(`${seen};${other}`, '6.40'))).code).toBe(Number(code));
    },
  );
});

describe('a plan of a sheet that nobody has settled', () => {
  it('is not settled by a review file that approves nothing', async () => {
    const shop = await openNightShop();
    await shop.run(['diff', 'costs.csv', '--out', 'plan'], sheetWith('UOM', 'DZ;EA'));
    await shop.run(['apply', 'plan', '--only', 'plan/review.csv', '--yes']);
    expect([(await shop.run(SYNC)).code, shop.costs()]).toEqual([4, UNTOUCHED]);
  });
});
