import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableOf, wordsOf } from '../support/listed.ts';
import { openStage } from '../support/open-stage.ts';
import { approveRows } from '../support/review-file.ts';
import { NIGHT_SKUS as SKUS } from '../support/settled-nights.ts';

/** Two listings with costs of 6.00, and a run over a sheet of them that nobody watches. */
async function openShop() {
  const { write, ...stage } = await openStage(['SKU-1', 'SKU-2'].map((sku) => ({ sku, cost: 600 })));
  const command = (argv: readonly string[]) => stage.run(...argv);
  const run = (sheet: string, ...flags: readonly string[]) => {
    write(sheet);
    return command(['sync', 'costs.csv', '--max-change', '100000', ...onDay(flags)]);
  };
  return {
    ...stage,
    command,
    run,
    /** Expects that a rule stops the run before it sends anything, and gives what it says. */
    stops: async (sheet: string, ...flags: readonly string[]) => {
      const before = stage.costs();
      const { code, stdout } = await run(sheet, ...flags);
      expect([code, stage.costs()], stdout).toEqual([4, before]);
      return stdout;
    },
    passes: async (sheet: string, ...flags: readonly string[]) => {
      const { code, stdout } = await run(sheet, ...flags);
      expect(code, stdout).toBe(0);
      return stdout;
    },
    settle: (...flags: readonly string[]) =>
      command(['check', 'costs.csv', ...onDay(flags), '--save-mapping']),
  };
}

/** With the day of most tests, if there is no other. */
function onDay(flags: readonly string[]): readonly string[] {
  return flags.includes('--as-of') ? flags : ['--as-of', '2026-11-27', ...flags];
}

const PLACES = ['above', 'below the header', 'at the end'] as const;

/** The same table with a note in one of the places where people write them. */
function sheetWith(note: string, place: (typeof PLACES)[number]): string {
  const lines = ['sku;cost;min', 'SKU-1;6.30;', 'SKU-2;6.40;'];
  lines.splice({ above: 0, 'below the header': 1, 'at the end': 3 }[place], 0, note);
  return `${lines.join('\n')}\n`;
}

/** With one more rule that may pass. */
function allowing(rule: string, flags: readonly string[]): readonly string[] {
  const at = flags.indexOf('--allow');
  return at < 0 ? [...flags, '--allow', rule] : flags.with(at + 1, `${flags[at + 1]},${rule}`);
}

const AS_WRITTEN = [630, 640];
const UNTOUCHED = [600, 600];

const LONG = `${'Our terms apply. '.repeat(40)}Prices per 10`;

/** The costs that are right, with which flags, and the notes that say so. `refused`: in another currency, or no amounts in cents. */
const CONTRADICTING = tableOf(`
63 64 | --cost-per 10 | Preise gelten je 10 Stück | prix par 10 pièces | Precios por 10 unidades
    | Preise je Karton zu 10 Stück | Alle Preise je VPE | Preiseinheit: 10 | PE = 10 | Price unit;10
    | Price unit = 10 | Preiseinheit 10 | unité de prix :;10 | Mengeneinheit: KAR | ${LONG}
63 64 | --cost-per 10 --currency usd | (USD/10 pcs)
53 53 | --cost-per 12 | Costs are per dozen | Alle Preise je Dutzend | UOM: DZ | Unit;dozen | Einheit = Dutzend
315 320 | --cost-per 2 | Preise je Paar
105 107 | --cost-per 6 | Prices are per pack of 6 | Prezzi, listino per 6 pezzi
630 640 | --notes THIS | Preise für amazon.de | All costs less 10 % | Prix avant remise | IVA inclusa
    | Marketplace: amazon.co.uk | Channel: shop
630 640 | --platform amazon | prix pour Amazon FR
630 640 | --notes " UK  prices " | UK prices
630 640 | --notes '{"Preise abzgl. 3 % Skonto":"ignored"}' | Preise abzgl. 3 % Skonto
630 640 | --allow sheet_note | Precios antes de descuento | Prezzi: sconto 5 % sconto quantità
    | Prijzen incl. 21% btw | Our prices include 20% VAT | Preise: MwSt. enthalten | Precios con IVA
    | Prices including sales tax, incl. 8.25% tax | Gross
refused | --money cents --map minimum_price= | Alle bedragen in centen
refused | --money cents | Todos los importes en céntimos | Ceny w groszach
refused | --currency gbp | Prices in GBP | Currency = GBP | PRICES GBP
refused | --currency eur | Prezzi in € | All prices EUR
refused | --currency chf | Währung: CHF
refused | --currency eur --allow sheet_note | Tarif en euros TTC
refused | --currency pln | Moneda;PLN
refused | --currency cad | CAD prices, net
630 640 | --as-of 2027-01-01 | 01.01.2027 | valid from: 2027-01-01 | Stand 01.01.2027 | mit Wirkung vom 1.1.2027
    | Preise ab Januar 2027 | Cennik ważny od 2027-01-01 | Neue Preise zum 1.1.2027 | Price list Q1 2027
630 640 | --notes "Geldig tot: 30-06-2026" | Geldig tot;30-06-2026
630 640 | --as-of 2026-06-30 | Offer ends 30 June 2026 | Listino valido fino al 30.06.2026
630 640 | --as-of 2027-03-01 | Price list effective March 1, 2027 | Prijslijst geldig vanaf 01-03-2027
    | Tarif valable à partir du 1 mars 2027
630 640 | --as-of 2026-12-01 | Preise ab Dezember 2026 | Gültig ab 12/2026 | Valid from 2026-12 | Preise gültig ab 20261201
    | Preise gültig ab 1. Dezember (Stand 20.11.2026) | Preise ab Dezember | valid from: 1.12.
630 640 | --as-of 2027-01-15 | Prices valid from Jan 15
630 640 | --as-of 2026-11-15 | Angebot bis 15.11. | Preise gültig bis 15. November | Offer ends 11/15
630 640 | --as-of 2027-12-31 | Tarif applicable au 1er janvier 2027
630 640 | --as-of 2026-10-31 | Offer prices valid through 31 Oct 2026`);

describe('a note that contradicts what is settled about the amounts', () => {
  const cases = CONTRADICTING.flatMap(([costs = '', flags = '', ...notes]) =>
    notes.map((note) => ({ note, flags: flags.replace('THIS', `"${note}"`), costs })),
  ).map((one, n) => ({ ...one, place: PLACES[n % PLACES.length] ?? 'above' }));

  it.each(cases)('$place: $note', async ({ place, note, flags, costs }) => {
    const shop = await openShop();
    const stdout = await shop.stops(sheetWith(note, place));
    expect(stdout).toContain('(sheet_note');
    expect(stdout).toContain(`line ${PLACES.indexOf(place) === 2 ? 4 : PLACES.indexOf(place) + 1} says "`);
    const settled = await shop.run(sheetWith(note, place), ...allowing('unsettled', wordsOf(flags)));
    expect(settled.stdout).not.toContain('Refused by a guard rule');
    expect(shop.costs()).toEqual(costs === 'refused' ? UNTOUCHED : costs.split(' ').map(Number));
  });
});

describe('a line of units', () => {
  it.each(
    tableOf(`
[-];[USD/100];
-;/100;
Text;per 1.000 St.;
Nr.;EUR;
;10;
;1.000;
;DZ; | --cost-per 12 | 53 53
;per CS; | --cost-per 10 | 63 64
;p. 10; | --cost-per 10 | 63 64
;[/10] | --cost-per 10 | 63 64
;ct; | --money cents
;¢;¢ | --money cents
;;Cent | --notes Cent | 630 640`),
  )('says what each amount is for, and stops: %s', async (line = '', flags = '', ...[costs]) => {
    const shop = await openShop();
    expect(await shop.stops(sheetWith(line, 'below the header'))).toContain('sheet_note');
    if (flags === '') return;
    await shop.run(sheetWith(line, 'below the header'), ...allowing('unsettled', wordsOf(flags)));
    expect(shop.costs()).toEqual(costs?.split(' ').map(Number) ?? UNTOUCHED);
  });

  it('that is an amount for a piece stops until somebody has settled it', async () => {
    await (await openShop()).stops(sheetWith(';6.50 per pc;', 'below the header'));
  });

  it.each([';EA;', ';per pc;', 'Ceny hors taxes', 'Tel.: 0211 123456', ';Stk.;Stk.', ';USD;USD'])(
    'is no row where it changes nothing: %s',
    async (line) => {
      const shop = await openShop();
      const sheet = sheetWith(line, 'below the header');
      expect(await shop.stops(sheet, '--currency', 'usd')).not.toContain('sheet_note');
      await shop.settle('--currency', 'usd');
      await shop.passes(sheet, '--currency', 'usd');
      expect(shop.costs()).toEqual(AS_WRITTEN);
    },
  );

  it.each([';6.50;', ';6,50 EUR;', 'SKU 3;n/a;', 'SKU-3;5 .57;', 'SKU-3;5.57/100;'])(
    'is not taken for a row: %s',
    async (line) => {
      const { code, stdout } = await (await openShop()).run(sheetWith(line, 'below the header'));
      expect([code, stdout]).toEqual([3, expect.stringContaining('invalid')]);
    },
  );
});

describe('a note in the line of the header', () => {
  const night = (header: string, cell = '') => `${header}\nSKU-1;6.30;${cell}\nSKU-2;6.40;${cell}\n`;

  it.each(['All prices per dozen', 'Preise gültig ab 01.03.2027', 'Prices in EUR', 'Preise inkl. MwSt.'])(
    'counts: %s',
    async (note) => {
      const shop = await openShop();
      expect(await shop.stops(night(`sku;cost;${note}`))).toContain(`line 1 says "${note}"`);
      await shop.settle('--notes', note);
      await shop.passes(night(`sku;cost;${note}`));
    },
  );

  it.each(['Last changed', 'Bemerkung intern', 'Preise ohne MwSt.'])('may be a name: %s', async (name) => {
    const shop = await openShop();
    await shop.passes(night(`sku;cost;${name}`));
    expect(shop.costs()).toEqual(AS_WRITTEN);
  });
});

describe('a note that contradicts nothing', () => {
  it.each(
    `Price list 2026 | Preise ab 2026 | Prices 01.01.2026 - 31.12.2026 | Printed 27.11.2026 08:15
     | Stand: 27.11.2026 | Printed 11/12/2026 | Tel. 0211-12-3456, Fax 555-2027 | Unit: pcs | Preiseinheit: 1
     | Size: 12 | Version 2.4.31 | Kundennummer: 4711 | Unit 5, Acme Business Park | PRICES EXW
     | Prices for VIP and ALL OTHERS | Ceny hors taxes | Page: 3 of 7 | All prices excl. VAT
     | Preise zzgl. MwSt. | VAT not included | Taxes may apply | Iva Petrova, sales | CUP LIST 2026
     | PRICES IN ALL COLOURS | Prices in USD | Valid from 01.01.2026 until 31.12.2026 prices
     | Sales from 2026-10-01 to 2026-10-31 | 2 items, page 1 of 1 | Acme Ltd, 100 Main Street
     | for questions call 555 0100 | www.amazon.de | Amazon.de report | info@walmart.com prices
     | No discount codes | Preise nach Rabatt | USE prices below`.split(/\s+\| /),
  )('%s: stops a run that nobody watches until somebody has settled it', async (note) => {
    for (const place of PLACES) {
      const shop = await openShop();
      const flags = note.includes('USD') ? ['--currency', 'usd'] : [];
      const stdout = await shop.stops(sheetWith(note, place), ...flags);
      expect(stdout).toContain('(unsettled');
      expect(stdout).not.toContain('sheet_note');
      await shop.settle(...flags);
      await shop.run(sheetWith(note, place), ...flags);
      expect(shop.costs()).toEqual(AS_WRITTEN);
    }
  });
});

describe('a note that nothing was against when it was settled', () => {
  const night = (note: string, header = 'min', [first, second] = ['', '']) =>
    `${note}\nsku;cost;${header}\nSKU-1;6.30;${first}\nSKU-2;6.40;${second}\n`;
  it.each([
    ['Preise gültig bis 30.11.2026', night, night, '2026-12-01'],
    [
      'Preise gültig ab 01.12.2026',
      (note: string) => night(note, 'valid_from', ['2026-01-01', '2026-12-01']),
      (note: string) => night(note, 'valid_from'),
      '2026-11-27',
    ],
    [
      'Prices in USD',
      (note: string) => night(note, 'currency', ['USD', 'USD']),
      (note: string) => night(note, 'currency'),
      '2026-11-27',
    ],
  ])('%s: stops once something is, until that is settled', async (note, first, later, day) => {
    const shop = await openShop();
    const tonight = ['--as-of', day, '--allow', 'unsettled'];
    await shop.run(first(note));
    await shop.settle();
    expect((await shop.run(first(note))).code).toBe(0);
    const before = shop.costs();
    const { code, stdout } = await shop.run(later(note).replace('6.30', '6.60'), ...tonight);
    expect([code, shop.costs()], stdout).toEqual([4, before]);
    const [, words = ''] = /pricesheet (check costs.csv .*--save-mapping)/.exec(stdout) ?? [];
    await shop.command(wordsOf(words));
    expect((await shop.run(later(note).replace('6.30', '6.60'), ...tonight)).code).toBe(0);
    expect(shop.costs()).toEqual([660, 640]);
  });
});

describe('a note beside a column that says', () => {
  const EVERY = ['', ''];
  it.each([
    ['another number of pieces', 'Alle Preise pro 100 Stück', 'unit', ['Stk', 'Stk'], 4],
    ['another number of pieces', 'Alle Preise pro 100 Stück', 'cost_divisor', ['1', '1'], 4],
    ['another number in one row', 'Alle Preise pro 10 Stück', 'cost_divisor', ['10', '1'], 4],
    ['the same number', 'Alle Preise pro 10 Stück', 'cost_divisor', ['10', '10'], 0],
    ['one piece', 'Preise je VPE', 'unit', ['ST', 'EA'], 4],
    ['how many pieces there are', 'Preise je VPE', 'cost_divisor', ['10', '12'], 0],
    ['another currency', 'Prices in GBP', 'currency', ['USD', 'USD'], 4],
    ['the same currency', 'Prices in USD', 'currency', ['USD', 'usd'], 0],
    ['nothing', 'Prices in USD', 'currency', EVERY, 4],
    ['another day', 'Preise gültig ab 01.01.2027', 'valid_from', ['2026-01-01', '2026-02-01'], 4],
    ['a day in one row', 'Preise gültig ab 01.01.2027', 'valid_from', ['', '2027-01-01'], 4],
    ['the same day', 'Preise gültig ab 01.01.2027', 'valid_from', ['2026-01-01', '2027-01-01'], 0],
    ['another end', 'Offer ends 30 June 2026', 'valid_to', ['2026-12-31', ''], 4],
    ['the same end', 'Offer ends 30 June 2026', 'valid_to', ['2026-12-31', '2026-06-30'], 0],
    ['nothing', 'Preise für amazon.de', 'platform', ['amazon', ''], 4],
    ['which market', 'Preise für amazon.de', 'platform', ['amazon', 'amazon'], 0],
  ])('%s: "%s", %s %s', async (_, note, header, [first, second], code) => {
    const shop = await openShop();
    const sheet = `${note}\nsku;cost;${header}\nSKU-1;6.30;${first}\nSKU-2;6.40;${second}\n`;
    const found = await shop.run(sheet, '--allow', 'unsettled');
    expect([found.code, found.stdout.includes('(sheet_note')], found.stdout).toEqual([code, code === 4]);
    expect(shop.costs()[0] === 600).toBe(code === 4);
  });
});

describe('a line that no list of phrases knows', () => {
  it.each([
    'Price basis: 100',
    'Figures in thousands',
    'All values in thousands of dollars',
    'Old prices - superseded',
    'DRAFT;',
  ])('%s: is shown by its words, and stops a run that nobody watches', async (note) => {
    const shop = await openShop();
    const stdout = await shop.stops(sheetWith(note, 'above'));
    const text = note.split(';').filter(Boolean).join(' ');
    expect(stdout).toContain('nobody has confirmed yet how this line is to be read\n');
    expect(stdout).toContain(`"${text}" is in line 1`);
    const checked = await shop.command(['check', 'costs.csv', '--json']);
    expect(JSON.parse(checked.stdout)).toMatchObject({ unsettled: [{ header: text }] });
    const screen = (await shop.command(['check', 'costs.csv'])).stdout.replace(/\s+/g, ' ');
    expect(screen).toContain(`"${text}" is in line 1 If a line says what the amounts are: --cost-per N`);
  });

  it.each([
    ['Printed 27.11.2026 08:15, 1204 rows', 'Printed 28.11.2026 09:16, 1310 rows', 0],
    ['Price list November 2026', 'Price list December 2026', 0],
    ['Thursday, November 19, 2026 09:41 AM GMT-05:00', 'Wednesday, December 2, 2026 10:12 PM GMT-05:00', 0],
    ['Stand: 9. Okt. 2026, 12:10', 'Stand: 10. November 2026, 9:05', 0],
    ['Fri Nov 27 06:00:01 UTC 2026', 'Tue Dec 8 06:00:02 UTC 2026', 0],
    ['Printed 27 Nov 10:15', 'Printed 1 Dez 09:05', 0],
    ['Sales until 27.11.2026, 1204 rows', 'Sales until 30.12.2026, 1310 rows', 0],
    ['Preise gültig ab November 2026', 'Preise gültig ab Dezember 2026', 0],
    ['Preise, Stand: 28. November', 'Preise, Stand: 1. Dezember', 0],
    ['Lager: 2026 Artikel', 'Lager: 2027 Artikel', 0],
    ['Total items: 1.231', 'Total items: 2 045', 0],
    ['Lager: 1,231', 'Lager: 1,345', 0],
    ['Lager: 1.231', 'Lager: 1.345', 4],
    ['Kurs EUR/USD 1,150', 'Kurs EUR/USD 1,250', 4],
    ['Preise November', 'Preise Dezember', 4],
    ['Katalog 2026', 'Katalog 2027', 4],
    ['Dealer 2026', 'Retail 2026', 4],
    ['Preise gültig ab 1. November', 'Preise gültig ab 1. Dezember', 4],
    ['Gültig ab Nov. 26', 'Gültig ab Dez. 26', 4],
    ['Effective Mitte November, 27.11.2026', 'Effective Mitte Dezember, 27.11.2026', 4],
    ['Effective Monday', 'Effective Tuesday', 4],
    ['Price basis: 1', 'Price basis: 100', 4],
    ['Rows: 999', 'Rows: 1000', 4],
    ['Price basis: 1', 'Price basis: 24', 4],
    ['Discount: 120%', 'Discount: 125 %', 4],
    ['Kurs EUR/USD 1.08', 'Kurs EUR/USD 0.92', 4],
    ['Rate 1.150', 'Rate 1.250', 4],
    ['Printed 27.11.2026 6', 'Printed 27.11.2026 12', 4],
    ['Preisliste A', 'Preisliste B', 4],
  ])('is settled with other days and counts, and with no other words: %s, %s', async (one, other, code) => {
    const shop = await openShop();
    await shop.run(sheetWith(one, 'above'));
    await shop.settle();
    await shop.passes(sheetWith(one, 'above'));
    expect((await shop.run(sheetWith(other, 'above'), '--as-of', '2026-12-31')).code).toBe(code);
  });
});

it.each([
  ['https://shop.example/', 'All prices are per dozen;;', 'sheet_note'],
  ['https://shop.example/', 'Superseded lists', 'unsettled'],
  ['A lamp in ', 'Superseded lists', 'unsettled'],
])('is read below any number of lines for pictures: %s, %s', async (picture, note, rule) => {
  const shop = await openShop();
  const pictures = Array.from({ length: 1100 }, (_, index) => `;;${picture}${index}.jpg\n`).join('');
  const night = (end: string) => `sku;cost;Image\nSKU-1;6.30;\n${pictures}SKU-2;6.40;\n${end}\n`;
  expect(await shop.stops(night(note))).toContain(`(${rule}`);
  await shop.passes(night(''));
});

it.each([
  ['5 changed, VAT 7 %', '7 changed, VAT 7 %', '9 changed, VAT 7 %', '9 changed, VAT 19 %'],
  ['From SAP, 5 rows', 'From SAP, 17 rows', 'From SAP, 4711 rows', 'From SAP, 5 boxes'],
  ['From 1.11.2026, 5 rows', 'From 2.11.2026, 7 rows', 'From 3.11.2026, 9 rows', 'From 1.3.2027, 9 rows'],
])('a line that differs in its numbers alone is settled with any by "#": %s, %s', async (...nights) => {
  const [first, second, third, last] = nights.map((note) => sheetWith(note, 'above'));
  const shop = await openShop();
  await shop.run(first ?? '');
  await shop.settle();
  const { code, stdout } = await shop.run(second ?? '');
  const [, words = ''] =
    /is in line 1, settled with other numbers; .*: pricesheet (check costs.csv .*)/.exec(stdout) ?? [];
  expect([code, words], stdout).toEqual([4, expect.stringContaining('#')]);
  await shop.command(wordsOf(words));
  expect((await shop.run(third ?? '')).code).toBe(0);
  expect((await shop.run(last ?? '')).code).toBe(4);
});

it('"*" settles every line but one that contradicts', async () => {
  const shop = await openShop();
  writeFileSync(join(shop.cwd, 'pricesheet.json'), JSON.stringify({ notes: { '*': 'ignored' } }));
  await shop.passes(sheetWith('Printed by Anna', 'above'));
  await shop.stops(sheetWith('Preise je 10 Stück', 'above'));
});

it('a line that is only "*" settles no other line', async () => {
  const shop = await openShop();
  await shop.passes(sheetWith('*', 'above'));
  await shop.settle();
  await shop.stops(sheetWith('Superseded lists', 'above'));
});

describe('a note that a spreadsheet has padded with blank cells', () => {
  it.each(['Superseded;;', 'Superseded, void;;', 'in TEUR;;', '(000s);;'])(
    'stops until somebody has settled it, and is reported as a row: %s',
    async (note) => {
      for (const place of ['below the header', 'at the end'] as const) {
        const shop = await openShop();
        expect(await shop.stops(sheetWith(note, place))).toContain(
          `"${note.replace(';;', '')}" is in line ${place === 'at the end' ? 4 : 2}`,
        );
        await shop.settle();
        expect(await shop.passes(sheetWith(note, place))).toContain('1 with nothing to set');
        expect(shop.costs()).toEqual(AS_WRITTEN);
      }
    },
  );

  it.each([
    ['looks like the others', 'SKU-1;6.30;\nSKU-2;6.40;\nSKU-3;;\n'],
    ['has blanks like others', 'SKU-1;6.30;\nSKU-2;6.40;\nMug 1;6.10;\nMug red 1;;\n'],
    ['is among the rows', 'SKU-1;6.30;\nMug red;;\nSKU-2;6.40;\n'],
    ['is the second of its kind', 'SKU-1;6.30;\nMug red;;\nSKU-2;6.40;\nMug blue;;\n'],
  ])('may be a SKU with nothing to set if it %s', async (_, rows) => {
    await (await openShop()).passes(`sku;cost;min\n${rows}`, '--missing', 'ok');
  });
});

describe('a line of names below rows', () => {
  const other = (names: string) => `sku;cost\nSKU-1;6.30\n${names}\nSKU-2;6.40\n`;

  it.each(['Artikel;Staffel', 'Teil Nr.;ab 100 Stk', ';Listenpreis', 'Artikel;%', '#;Staffel'])(
    'stops until somebody has settled the table below it: %s',
    async (names) => {
      const shop = await openShop();
      const text = names.replace(';', ' ').trim();
      expect(await shop.stops(other(names), '--max-invalid', '100')).toContain(
        `"${text}" is in line 3, with rows below it that are read under the first header`,
      );
      await shop.settle();
      expect((await shop.run(other(names))).code).toBe(3);
    },
  );

  it.each(['LAMP-RED;Preis je 100', 'SKU-3;per dozen', 'Teil 2;GBP'])(
    'says what the amounts below it are for, whatever SKUs look like: %s',
    async (names) => {
      const stdout = await (await openShop()).stops(other(names), '--max-invalid', '100');
      expect(stdout).toContain('(sheet_note');
      expect(stdout).toContain(`line 3 says "${names.split(';')[0]}`);
    },
  );

  it('is seen below a SKU without a digit, and beside a column that it leaves blank', async () => {
    const rows = SKUS.map((sku) => `${sku};Lamp;6.30\n`);
    const first = `sku;title;cost\nLAMP-RED;Lamp;6.30\n${rows.slice(0, 6).join('')}`;
    for (const names of ['Artikel;Bezeichnung;Staffel', 'Artikel;Name;', 'Artikelnummer 2;Name;Staffel'])
      expect(await (await openShop()).stops(`${first}${names}\n${rows.slice(6).join('')}`)).toContain(
        'is in line 9, with rows below it',
      );
  });

  it.each(
    tableOf(`
SKU-#;Lamp, no. #;6.30 | Bauteil;Form; | another table
SKU-#;Lamp;6.30 | \\nBauteil;Form; | another table
CUP;Cup;6.30 | Bauteil;Form;Staffel | another table
SKU-#;Lamp;6.30 | Muster;Form; | a row
SKU-#;Lamp, no. #;6.30 | LAMP-RED;Lamp; | a row
Becher;Cup;6.30 | Kanne;Form;Anfrage | a row`),
  )('below rows such as %s: %s is %s', async (row = '', names = '', meant) => {
    const rows = SKUS.map((_, n) => row.replaceAll('#', String(n + 1)));
    const lines = ['sku;title;cost', ...rows.slice(0, 6), names.replace('\\n', '\n'), ...rows.slice(6)];
    const { stdout } = await (await openShop()).run(`${lines.join('\n')}\n`, '--max-invalid', '100');
    expect(stdout.includes('with rows below it')).toBe(meant === 'another table');
  });

  it.each(['SKU-3;auf Anfrage', 'SKU 3 (neu);tbd', 'Muster;', 'Muster;n/a', 'SKU-3;Preis'])(
    'is a row like the others: %s',
    async (row) => {
      expect((await (await openShop()).run(other(row), '--missing', 'ok')).stdout).not.toContain('unsettled');
    },
  );
});

describe('a line of names above a sheet that had none', () => {
  it.each([
    ['sku;VK', 2, 'another table begins on line 1, with "VK" below "B"'],
    ['Artikelnr.;VK', 2, 'another table begins on line 1, with "VK" below "B"'],
    ['Art;VK', 4, '"Art VK" is in line 1'],
  ])('says what its columns hold: %s', async (names, exitCode, message) => {
    const shop = await openShop();
    const rows = 'SKU-1;6.30\nSKU-2;6.40\n';
    await shop.run(rows);
    await shop.settle('--header-row', 'none', '--map', 'sku=A,cost=B');
    expect((await shop.run(rows)).code).toBe(0);
    const { code, stdout, stderr } = await shop.run(`${names}\n${rows.replaceAll('6.', '9.')}`);
    expect([code, shop.costs()]).toEqual([exitCode, AS_WRITTEN]);
    expect(stdout + stderr).toContain(message);
  });
});

describe('a note that somebody has agreed to', () => {
  const TAX = 'Preise inkl. 19 % MwSt., Stand 20.11.2026';
  const night = (note: string, cost = '6.60') => sheetWith(note, 'above').replace('6.30', cost);

  async function settleByCommand(shop: Awaited<ReturnType<typeof openShop>>) {
    const { stdout } = await shop.run(sheetWith(TAX, 'above'));
    expect(stdout.match(/says "Preise inkl/g)).toHaveLength(1);
    const [, note = ''] = /pricesheet check costs.csv .*--notes "(.*)" --save-mapping/.exec(stdout) ?? [];
    await shop.command(['check', 'costs.csv', '--job', 'costs', '--notes', note, '--save-mapping']);
  }
  async function settleByPlan(shop: Awaited<ReturnType<typeof openShop>>) {
    writeFileSync(join(shop.cwd, 'costs.csv'), sheetWith(TAX, 'above'));
    await shop.command(['diff', 'costs.csv', '--out', 'runs/plan', '--allow', 'sheet_note']);
    approveRows(join(shop.cwd, 'runs/plan/review.csv'), () => true, { from: ';' });
    await shop.command(['apply', 'runs/plan', '--only', 'runs/plan/review.csv']);
    expect(shop.costs()).toEqual(AS_WRITTEN);
  }

  it.each([
    ['with the command of the message', settleByCommand],
    ['with a plan', settleByPlan],
  ])('%s passes every night, and another one stops', async (_, settle) => {
    const shop = await openShop();
    await settle(shop);
    for (const note of [TAX, TAX.replace('20.11.2026', '21.11.2026 06:15'), `  ${TAX}`]) {
      expect(await shop.run(night(note), '--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    }
    for (const note of [
      'Preise inkl. 7 % MwSt.',
      'Preise je 100 Stück',
      'Preisliste',
      `${TAX} je 10 Stück`,
      `${TAX}\nin Cent`,
    ]) {
      await shop.stops(night(note, '6.80'));
    }
    expect(shop.costs()).toEqual([660, 640]);
  });

  it('is none because a run that nobody watched was made to let it pass, or other columns were saved', async () => {
    const shop = await openShop();
    await shop.passes(night(TAX), '--allow', 'sheet_note');
    await shop.stops(night(TAX, '6.80'));
    expect((await shop.settle()).code).toBe(3);
    await shop.stops(night(TAX, '6.80'));
  });

  it('is read on for what nobody has seen of it: its last day', async () => {
    const shop = await openShop();
    const note = 'Preise inkl. MwSt., gültig bis 30.11.2026';
    await shop.run(night(note));
    await shop.settle('--notes', note);
    await shop.passes(night(note));
    expect(await shop.stops(night(note, '6.80'), '--as-of', '2026-12-01')).toContain(
      'is read for 2026-12-01',
    );
    await shop.settle('--notes', note, '--as-of', '2026-12-01');
    await shop.passes(night(note, '6.80'), '--as-of', '2026-12-01');
  });

  it('of another day is another note', async () => {
    const shop = await openShop();
    const note = 'Preise gültig ab 01.03.2027';
    await shop.run(night(note));
    await shop.settle('--notes', note);
    await shop.passes(night(note));
    await shop.stops(night(note.replace('03', '06')));
  });
});

describe('a note that a setting was given for', () => {
  it.each([
    ['Preise je 10 Stück, Stand 20.11.2026', ['--cost-per', '10'], ['--cost-per', '1'], '6.60', 66],
    ['in Cent', ['--money', 'cents'], ['--money', 'major'], '660', 660],
    ['Prices in USD', ['--currency', 'usd'], ['--currency', 'usd', '--allow', 'sheet_note'], '6.60', 660],
    ['Preise je VPE', ['--cost-per', '10'], ['--cost-per', '1'], '6.60', 66],
  ])('%s: has to be there as long as the setting is', async (note, flags, without, cost, sent) => {
    const shop = await openShop();
    const sheet = (text: string) => `${text}\nsku;cost\nSKU-1;${cost}\nSKU-2;${cost}\n`;
    writeFileSync(join(shop.cwd, 'costs.csv'), sheet(note));
    await shop.command(['check', 'costs.csv', ...flags, '--save-mapping']);
    for (const text of [note, note.replace('20.11', '21.11')])
      expect(await shop.run(sheet(text), '--quiet')).toMatchObject({ code: 0, stdout: '' });
    expect(shop.costs()[0]).toBe(sent);
    if (flags.includes('--cost-per')) {
      const other = await shop.stops(sheet('Preise je Karton').replaceAll('6', '7'));
      expect(other).toContain('line 1 says "Preise je Karton"');
    }
    const stdout = await shop.stops(sheet('Preisliste').replaceAll('6', '7'));
    expect(stdout).toContain(`no line says "${note}" any more`);
    const last = await shop.run(sheet('Preisliste'), ...allowing('unsettled', without));
    expect(last.stdout).not.toContain('Refused');
  });
});

describe('the next steps after a note', () => {
  it.each([
    ['Preise je 10 Stück', '--cost-per 10'],
    ['Costs in GBP cents per 6', '--cost-per 6'],
    ['Alle Beträge in Cent', '--money cents'],
    ['Prices in GBP', '--currency gbp'],
    ['Prices in cents per 12', '--cost-per 12 --money cents'],
  ])('%s: offer %s', async (note, flags) => {
    const { stdout } = await (await openShop()).run(sheetWith(note, 'above'));
    expect(stdout).toMatch(
      new RegExp(`in all runs: pricesheet check costs.csv .*${flags}.* --save-mapping\n`),
    );
  });
});
