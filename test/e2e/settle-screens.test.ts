import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openNightShop, NIGHT_SKUS as SKUS } from '../support/settled-nights.ts';

type Shop = Awaited<ReturnType<typeof openNightShop>>;

function sheetOf(header: string, row: (sku: string, n: number) => string): string {
  return `${header}\n${SKUS.map(row).join('\n')}\n`;
}

const MAIL = ['sync', 'costs.csv', '--quiet'];
const SENT = SKUS.map(() => 630);

/** The commands below `Next`, as words. */
function nextOf(stdout: string): readonly (readonly string[])[] {
  const lines = stdout.slice(stdout.lastIndexOf('\nNext ')).split('\n');
  const commands = lines.flatMap((line) => /: pricesheet (.*)$/.exec(line)?.[1] ?? []);
  return commands.map((command) =>
    [...command.matchAll(/"([^"]*)"|([^\s"]+(?:"[^"]*"[^\s"]*)*)/g)].map(([word, quoted]) =>
      (quoted ?? word).replaceAll('"', ''),
    ),
  );
}

/** The command of a screen that settles its columns, or else the first. */
function settlingOf(stdout: string): readonly string[] {
  return nextOf(stdout).find((words) => words.includes('--save-mapping')) ?? nextOf(stdout)[0] ?? [];
}

/** Runs it. */
function follow(shop: Shop, { stdout }: { readonly stdout: string }) {
  return shop.run(settlingOf(stdout));
}

describe('the mail of a run that stopped since nobody has settled its sheet', () => {
  const MANY = 'VE;gilt ab;Lager;Status;EK neu;Rabatt;Steuer;Markt;Typ';
  const row = (sku: string, n: number): string =>
    `${sku};6.30;${n % 2 ? '12er' : '6er'};01.03.2027;Nord;aktiv;7.${n}0;${n % 3} %;inkl;amazon.de;${n % 2}A`;

  it('has a sentence, a line for each column with the dangerous first, and the commands that show and settle them', async () => {
    const shop = await openNightShop();
    const { stdout, stderr, code } = await shop.run(MAIL, sheetOf(`sku;cost;${MANY}`, row));
    expect(code).toBe(4);
    expect(stderr).toContain(
      'costs: Stopped by unsettled: "EK neu" holds amounts, such as "7.00", and 8 more (exit code 4)\n',
    );
    const [verdict, sentence, ...lines] = stdout.split('\n');
    expect(verdict).toBe('Stopped: costs.csv, 9 rows, nothing sent');
    expect(sentence).toBe(
      'Refused by a guard rule (unsettled): nobody has confirmed yet how these 9 columns are to be read',
    );
    expect(lines.slice(0, 2)).toEqual([
      '  "EK neu" holds amounts, such as "7.00"; if that is the cost to send, pass --map cost="EK neu"',
      '  "gilt ab" holds dates, such as "01.03.2027"',
    ]);
    expect(lines.slice(7, 9)).toEqual(['  and 2 more', '  9 not sent']);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(120);
    expect(nextOf(stdout)).toEqual([
      ['check', 'costs.csv'],
      ['check', 'costs.csv', '--save-mapping'],
      ['sync', 'costs.csv', '--allow', 'unsettled'],
    ]);
    expect((await follow(shop, { stdout })).code).toBe(0);
    expect(await shop.run(MAIL)).toMatchObject({ code: 0, stdout: '' });
    expect(shop.costs()).toEqual(SENT);
  });

  it('begins with the column that holds something new, and has it below, too', async () => {
    const shop = await openNightShop();
    const sheet = (supplier: string) => sheetOf('sku;cost;Lieferant', (sku) => `${sku};6.30;${supplier}`);
    const stopped = await shop.run(MAIL, sheet('Main AG'));
    await follow(shop, stopped);
    const { stdout, stderr } = await shop.run(MAIL, sheet('Schmidt KG'));
    const said = '"Lieferant" holds "Schmidt KG", which it did not have before';
    expect(stderr).toContain(`: Stopped by unsettled: ${said} (exit code 4)\n`);
    expect(stdout).toContain(`\n  ${said}`);
  });

  it('has the flags of the run in the command, which works', async () => {
    const shop = await openNightShop();
    const sheet = sheetOf('Nr;K;Lager', (sku) => `${sku};6,30;Nord`);
    const flags = '--map sku=Nr,cost=K --decimal , --where Lager=Nord --rate 9 --currency usd'.split(' ');
    const night = sheet.replaceAll('Nord', 'Nord;12er').replace('Lager', 'Lager;VE');
    const stopped = await shop.run([...MAIL, ...flags], night);
    expect(stopped.code).toBe(4);
    expect(settlingOf(stopped.stdout).join(' ')).toBe(
      'check costs.csv --where Lager=Nord --decimal , --currency usd --map sku=Nr,cost=K --save-mapping',
    );
    expect((await follow(shop, stopped)).code).toBe(0);
    expect(await shop.run(MAIL)).toMatchObject({ code: 0, stdout: '' });
    expect(shop.costs()).toEqual(SENT);
  });

  it.each([
    ['an apply of its plan', ['diff', 'costs.csv', '--out', 'night'], ['apply', 'night']],
    ['its retry file', [...MAIL, '--out', 'night'], ['sync', 'night/retry.csv']],
  ])('names the sheet in %s, too', async (_name, first, second) => {
    const shop = await openNightShop();
    await shop.run(
      first,
      sheetOf('sku;cost;VE', (sku) => `${sku};6.30;12er`),
    );
    const { code, stdout } = await shop.run(second);
    expect(code).toBe(4);
    expect(stdout).toContain('\n  "VE" holds "12er"\n');
    expect(settlingOf(stdout)).toEqual(['check', 'costs.csv', '--save-mapping']);
  });
});

describe('a sheet whose cost may be left out', () => {
  const row = (sku: string): string => `${sku};6,30;10,00`;
  const SAID =
    'No cost is read: "EK neu" is left out; if it is the cost: pricesheet check costs.csv --map cost="EK neu" --save-mapping';

  it('is headed by that, with the command that reads the cost from then on', async () => {
    const shop = await openNightShop();
    const looked = await shop.run(['check', 'costs.csv'], sheetOf('sku;EK neu;min', row));
    expect(looked.stdout).toMatch(new RegExp(`^costs.csv: 9 rows, none of them invalid\n\n${SAID}\n`));
    const planned = await shop.run(['diff', 'costs.csv']);
    expect(planned.stdout.split('\n').slice(1, 2)).toEqual([SAID]);
    await shop.run(['check', 'costs.csv', '--map', 'cost=EK neu', '--save-mapping']);
    expect(await shop.run(MAIL)).toMatchObject({ code: 0, stdout: '' });
    expect(shop.costs()).toEqual(SENT);
  });

  it.each([
    ['no column may be it', 'sku;Preis;min'],
    ['a cost is read', 'sku;cost;EK neu'],
    ['its name is known by its words', 'sku;EK netto EUR;min'],
  ])('is not if %s', async (_what, header) => {
    const shop = await openNightShop();
    expect((await shop.run(['check', 'costs.csv'], sheetOf(header, row))).stdout).not.toContain(
      'No cost is read',
    );
  });
});

describe('rows that disagree', () => {
  const SHEET = `sku;cost;Lager\n${SKUS.map((sku) => `${sku};6.30;Nord\n${sku};6.40;Süd\n`).join('')}`;

  it.each([
    ['sync', MAIL],
    ['check', ['check', 'costs.csv']],
  ])('are chosen from first in %s, with the texts named and the flag in the command', async (_name, argv) => {
    const shop = await openNightShop();
    const shown = await shop.run(argv, SHEET);
    expect(shown.stdout).toContain(
      '"Lager" distinguishes them ("Nord", "Süd"): pass --where Lager=Nord to choose the rows with that text',
    );
    expect(shown.stdout).not.toContain('fix the cells');
    expect(shown.stdout).toMatch(/^Next {6}choose the rows that count, for all runs: /m);
    expect((await follow(shop, shown)).code).toBe(0);
    expect(await shop.run(MAIL)).toMatchObject({ code: 0, stdout: '' });
    expect(shop.costs()).toEqual(SENT);
  });
});

describe('what a command adds to a saved mapping', () => {
  const shopOf = async (header: string, rows: (sku: string) => string, flags: string) => {
    const shop = await openNightShop();
    await shop.run(['check', 'costs.csv', ...flags.split(' '), '--save-mapping'], sheetOf(header, rows));
    return {
      ...shop,
      saved: () => JSON.parse(readFileSync(join(shop.cwd, 'pricesheet.json'), 'utf8')).jobs.costs,
    };
  };

  it('is a condition beside those on other columns, and in place of one on the same', async () => {
    const ended = (sku: string) => `${sku};5.90;ended`;
    const rows = (sku: string) => `${sku};6.30;live\n${ended(sku)}`;
    const shop = await shopOf('sku;cost;state', rows, '--where state!=ended');
    const night = (sku: string) => `${sku};6.30;live;Nord\n${sku};6.40;live;Süd\n${ended(sku)};Nord`;
    const stopped = await shop.run(MAIL, sheetOf('sku;cost;state;Lager', night));
    expect(settlingOf(stopped.stdout).join(' ')).toBe('check costs.csv --where Lager=Nord --save-mapping');
    await follow(shop, stopped);
    expect(shop.saved().where).toEqual(['state!=ended', 'Lager=Nord']);
    expect(await shop.run(MAIL)).toMatchObject({ code: 0, stdout: '' });
    expect(shop.costs()).toEqual(SENT);
    await shop.run(['check', 'costs.csv', '--where', 'lager=Süd', '--save-mapping']);
    expect(shop.saved().where).toEqual(['state!=ended', 'lager=Süd']);
    await shop.run(['check', 'costs.csv', '--where', 'all', '--save-mapping']);
    expect(shop.saved().where).toBe('all');
  });

  it('is a unit beside other units', async () => {
    const shop = await shopOf('sku;cost;unit', (sku) => `${sku};75.60;DZ`, '--units DZ=12');
    const night = (sku: string, n: number) => (n % 2 ? `${sku};75.60;DZ` : `${sku};151.20;CS`);
    const check = ['check', 'costs.csv', '--units', 'CS=24', '--save-mapping'];
    expect(await shop.run(check, sheetOf('sku;cost;unit', night))).toMatchObject({ code: 0 });
    expect(shop.saved().units).toEqual({ dz: 12, cs: 24 });
    expect(await shop.run(MAIL)).toMatchObject({ code: 0 });
    expect(shop.costs()).toEqual(SENT);
  });
});

describe('a saved column that was renamed', () => {
  it.each([
    ['EK netto', 'EK neu', 'cost="EK neu"'],
    ['Nettopreis', 'Prix net', 'cost="Prix net"'],
    ['Costo', 'Costo 2027', 'cost="Costo 2027"'],
    ['Inköpspris', 'Pris', 'cost=Pris'],
    ['Cost (net)', 'Cost (ex VAT)', 'cost="Cost (ex VAT)"'],
    ['EK-Preis', 'EK Preis', 'cost="EK Preis"'],
    ['Cost (Sell on Amazon, US)', 'Cost (Sell on Amazon, DE)', 'cost=B'],
  ])('is settled again by the command that is named: "%s" as "%s"', async (before, after, map) => {
    const shop = await openNightShop();
    const sheet = (header: string, cost: string): string =>
      sheetOf(`sku;${header}`, (sku) => `${sku};${cost}`);
    await shop.run(
      ['check', 'costs.csv', '--map', `cost=${before}`, '--save-mapping'],
      sheet(before, '6.00'),
    );
    const stopped = await shop.run(MAIL, sheet(after, '6.30'));
    expect([stopped.code, shop.costs()]).toEqual([2, SKUS.map(() => 600)]);
    expect(stopped.stderr).toContain(`for all runs: pricesheet check costs.csv --map ${map} --save-mapping`);
    expect((await shop.run(['check', 'costs.csv', '--map', `cost=${after}`, '--save-mapping'])).code).toBe(0);
    expect(await shop.run(MAIL)).toMatchObject({ code: 0, stdout: '' });
    expect(shop.costs()).toEqual(SENT);
  });

  it('is the one that nobody has left out', async () => {
    const shop = await openNightShop();
    const sheet = (header: string): string =>
      sheetOf(`sku;${header};Titel`, (sku, n) => `${sku};6.30;Ein Becher ${n}`);
    await shop.run(['check', 'costs.csv', '--map', 'cost=EK', '--save-mapping'], sheet('EK'));
    const { stderr } = await shop.run(MAIL, sheet('Preis neu'));
    expect(stderr).toContain(
      '\nIf "Preis neu" is the cost, for all runs: pricesheet check costs.csv --map cost="Preis neu" --save-mapping\n',
    );
  });

  it('is not guessed among several', async () => {
    const shop = await openNightShop();
    await shop.run(
      ['check', 'costs.csv', '--map', 'cost=EK', '--save-mapping'],
      sheetOf('sku;EK', (sku) => `${sku};6`),
    );
    const { stderr } = await shop.run(
      MAIL,
      sheetOf('sku;A1;B1', (sku) => `${sku};6;7`),
    );
    expect(stderr).toContain('; with check and --save-mapping for all runs\n');
    expect(stderr).not.toContain('HEADER');
  });
});

describe('a sheet that sets nothing', () => {
  it.each([
    ['Total Cost Per Unit', 'cost="Total Cost Per Unit"'],
    ['Cost level;Cost band', 'cost="Cost level"'],
    ['csot', 'cost=csot'],
  ])('names the flag of what looks meant before any --allow, and works with it: %s', async (header, map) => {
    const shop = await openNightShop();
    const cells = header.split(';').map((_, n) => `6.3${n}`);
    const stopped = await shop.run(
      MAIL,
      sheetOf(`sku;${header}`, (sku) => [sku, ...cells].join(';')),
    );
    expect(stopped.stdout).toContain('(nothing_to_set)');
    for (const each of header.split(';')) expect(stopped.stdout).toContain(`"${each}"`);
    expect(stopped.stdout).toContain(`--map ${map}\n`);
    expect(stopped.stdout.indexOf(`--map ${map}\n`)).toBeLessThan(stopped.stdout.indexOf('--allow'));
    // What else the sheet says about the amounts has to be seen before anything is kept.
    expect(stopped.stdout).not.toContain(`--map ${map} --save-mapping`);
    const shown = await follow(shop, stopped);
    expect(shown.stdout).toContain('→ cost, such as "6.30"');
    await shop.run([...(nextOf(stopped.stdout)[0] ?? []), '--save-mapping']);
    expect((await shop.run([...MAIL, '--allow', 'unsettled'])).code).toBe(0);
    expect(shop.costs()).toEqual(SENT);
  });
});

it('proposes to leave remarks out, and the rows with a word where most cells are blank', async () => {
  const shop = await openNightShop();
  const rows = (sku: string, n: number) =>
    `${sku};6,30;${n < 3 ? 'yes' : ''};${n < 3 ? 'ask Smith & Co' : 'new'}`;
  const { stdout } = await shop.run(['check', 'costs.csv'], sheetOf('sku;cost;Gone?;Notes', rows));
  expect(stdout).toContain('if only rows with a blank cell count: --where "Gone?="\n');
  expect(stdout).toContain('if it changes no amount, whatever it says: --leave-out Notes\n');
});

describe('check --save-mapping', () => {
  it('says what it keeps, and how long what is left out stays so', async () => {
    const shop = await openNightShop();
    const sheet = sheetOf('sku;cost;VE;alt;Preis neu', (sku, n) => `${sku};6,30;12er;01.03.2025;7,${n}1`);
    const { stdout } = await shop.run(
      ['check', 'costs.csv', '--decimal', ',', '--as-of', '2026-11-20', '--save-mapping'],
      sheet,
    );
    expect(stdout).toContain('kept in pricesheet.json for the job "costs", with --decimal\n');
    expect(stdout).toContain('  --as-of is not kept: a run reads the sheet for its own day\n');
    expect(stdout).toContain('  "VE" is left out; a run stops if it holds anything but "12er"\n');
    expect(stdout).toContain('  "alt" is left out; a run stops if it holds anything but dates of the past\n');
    expect(stdout).toContain('  "Preis neu" is left out; a run stops if it holds anything but amounts\n');
  });
});
