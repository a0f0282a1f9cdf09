import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiskError, UsageError } from '../../../src/domain/errors.ts';
import { saveMapping } from '../../../src/run/sheet/save-mapping.ts';
import type { LeftOut } from '../../../src/sheet/header/column-map.ts';
import type { SheetOptions } from '../../../src/sheet/sheet-options.ts';
import { folderWith, runMain } from '../../cli/support.ts';
import { aMap, read, refusalOfWork } from '../../sheet/support.ts';
import { modeOf } from '../../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../../support/test-sandbox.ts';

const NAME = 'pricesheet.json';

function readConfig(cwd: string, name = NAME): Record<string, unknown> {
  return JSON.parse(readFileSync(join(cwd, name), 'utf8')) as Record<string, unknown>;
}

type Given = Partial<SheetOptions> & { readonly leftOut?: LeftOut };

/** Saves the columns of a sheet under the job "costs". */
async function saveTo(path: string, text: string, { leftOut = {}, ...options }: Given = {}): Promise<void> {
  const { reading } = await read(text, options);
  saveMapping(path, 'costs', { reading, map: options.map ?? new Map(), leftOut, settings: {} });
}

async function save(text: string, { config, ...given }: Given & { readonly config?: string } = {}) {
  const cwd = folderWith(config === undefined ? {} : { [NAME]: config });
  await saveTo(join(cwd, NAME), text, given);
  return readConfig(cwd);
}

const SHEET = 'SKU,Cost\nA,5\n';
const AC = { sku: 'A', cost: 'C' };

describe('saveMapping', () => {
  it('keeps the columns that are there, those that were declined, and what is left out', async () => {
    const leftOut = { UOM: ['EA'], 'List Price': 'any' } as const;
    const sheet = 'Item No.,UOM,List Price,Min,Last Direct Cost\nA,EA,9,4,5\n';
    expect(
      await save(sheet, { map: aMap({ minimum_price: '' }), leftOut: { ...leftOut, UOM: ['EA'] } }),
    ).toEqual({
      jobs: {
        costs: {
          map: { sku: 'Item No.', cost: 'Last Direct Cost', minimum_price: '' },
          'leave-out': leftOut,
        },
      },
    });
  });

  it('leaves the rest of the file as it is', async () => {
    const config = {
      $schema: './pricesheet.schema.json',
      rate: 5,
      map: 'sku=x',
      jobs: { other: { decimal: ',' }, costs: { delimiter: ';', map: 'sku=old' } },
    };
    const saved = await save('SKU,Cost\nA,5\n', { config: JSON.stringify(config) });
    expect(saved).toEqual({
      ...config,
      jobs: {
        other: { decimal: ',' },
        costs: { delimiter: ';', map: { sku: 'SKU', cost: 'Cost' }, 'leave-out': {} },
      },
    });
    expect(Object.keys(saved)).toEqual(Object.keys(config));
  });

  it.each<[string, string, Given, Readonly<Record<string, string>>]>([
    ['twice', 'SKU,EK,x,EK\nA,5,x,6\n', { map: aMap({ cost: 'D' }) }, { sku: 'SKU', cost: 'D:EK' }],
    ['nowhere', 'SKU,Titel,\nA,x,6\n', { map: aMap({ cost: 'C' }) }, { sku: 'SKU', cost: 'C:' }],
    ['as that of another, far off', `SKU,EK${','.repeat(150)}\nX,6\n`, {}, { sku: 'SKU', cost: 'B:EK' }],
    ['as that of another', 'SKU,A\nX,6\n', { map: aMap({ cost: 'B:A' }) }, { sku: 'SKU', cost: 'B:A' }],
    ['in none', 'A,x,6\n', { headerRow: 'none', map: aMap(AC) }, AC],
  ])('names a column by its letter whose header is there %s', async (_where, sheet, given, map) => {
    expect((await save(sheet, given))['jobs']).toMatchObject({ costs: { map } });
  });

  it('keeps the header that a letter named, so that another one on its line stops a night', async () => {
    const titled = 'Liste\nArt,Preis\nA1,11.00\nA2,12.00\n';
    const { jobs } = await save(titled, { headerRow: 2, map: aMap({ sku: 'A', cost: 'B' }) });
    expect(jobs).toMatchObject({ costs: { map: { sku: 'A:Art', cost: 'B:Preis' } } });
    const map = aMap({ sku: 'A:Art', cost: 'B:Preis' });
    expect((await read(titled, { headerRow: 2, map })).rows).toHaveLength(2);
    expect((await read(titled, { map })).rows).toHaveLength(2);
    for (const night of [
      'Art,Preis\nA1,11.00\nA2,12.00\n',
      'Liste\nArt,VK\nA1,11.00\n',
      'Liste\nA1,11.00\n',
    ]) {
      const { message } = await refusalOfWork(read(night, { headerRow: 2, map }));
      expect(message).toMatch(/no column "(?:A:Art|B:Preis)" for (?:sku|cost) on line 2/);
    }
  });

  it.each(['VK', 'EK je Karton', 'C'])('keeps that there was no header: "%s" stops a night', async (text) => {
    const map = aMap({ sku: 'SKU', cost: 'C:' });
    expect((await read('SKU,C,\nA1,x,11.00\n', { map })).rows).toHaveLength(1);
    for (const header of [`SKU,Titel,${text}`, `SKU,${text},VK`, `SKU,C,${text}`]) {
      const { message } = await refusalOfWork(read(`${header}\nA1,x,11.00\n`, { map }));
      expect(message).toContain('no column "C:" for cost on line 1');
    }
  });

  it('takes a config file that begins with a byte order mark', async () => {
    expect(await save('SKU,Cost\nA,5\n', { config: '\ufeff{"rate":1}' })).toMatchObject({ rate: 1 });
  });

  it.each([
    ['no JSON', '{"rate":'],
    ['a list', '[]'],
    ['text', '"x"'],
    ['nothing', ''],
  ])('refuses a config file of %s, and leaves it as it is', async (_name, config) => {
    const cwd = folderWith({ [NAME]: config });
    await expect(saveTo(join(cwd, NAME), SHEET)).rejects.toThrow(UsageError);
    expect(readFileSync(join(cwd, NAME), 'utf8')).toBe(config);
  });

  it('says that the file cannot be written', async () => {
    await expect(saveTo(join(folderWith(), 'nowhere', NAME), SHEET)).rejects.toThrow(DiskError);
  });

  it('refuses to keep columns that set nothing, and touches no file', async () => {
    const cwd = folderWith();
    await expect(saveTo(join(cwd, NAME), 'SKU,Titel\nA,x\n')).rejects.toThrow(UsageError);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([0o600, 0o664])('keeps the mode of the file (%i), and leaves nothing else behind', async (mode) => {
    const cwd = folderWith({ [NAME]: '{}' });
    const path = join(cwd, NAME);
    chmodSync(path, mode);
    await saveTo(path, SHEET);
    expect([modeOf(path), readdirSync(cwd)]).toEqual([mode, [NAME]]);
    expect(readFileSync(path, 'utf8')).toMatch(/^\{\n {2}"jobs": \{\n[\s\S]*\}\n$/);
  });
});

describe('check --save-mapping', () => {
  const FIRST = 'SKU,Last Purchase Price,Standard Cost\nSKU-1,6.40,6.90\n';

  async function openShop(files: Readonly<Record<string, string>> = {}) {
    const sandbox = await testSandbox({ catalogue: anAccount([{}]) });
    const cwd = folderWith({ 'costs.csv': FIRST, ...files });
    return {
      cwd,
      listing: () => sandbox.snapshot().listings[0],
      write: (text: string, name = 'costs.csv') => writeFileSync(join(cwd, name), text),
      run: (...argv: string[]) => runMain(argv, { cwd, env: envOf(sandbox) }),
    };
  }

  it('keeps what was said of how the sheet is read, for the runs that follow', async () => {
    const { run, write, listing, cwd } = await openShop();
    write('List\nSKU~Cost\nSKU-1~1.250\n');
    const flags = ['--delimiter', '~', '--header-row', '2', '--decimal', '.'];
    const more = ['--money', 'cents', '--currency', 'USD', '--round', 'up'];
    await run('check', 'costs.csv', '--save-mapping', ...flags, '--encoding', 'windows-1252', ...more);
    const { jobs } = readConfig(cwd) as { jobs: { costs: Record<string, unknown> } };
    const { map: _map, 'leave-out': _leftOut, ...settings } = jobs.costs;
    expect(settings).toEqual({
      encoding: 'windows-1252',
      delimiter: '~',
      'header-row': 2,
      decimal: '.',
      money: 'cents',
      round: 'up',
      currency: 'USD',
      notes: { List: 'seen' },
    });
    write('List\nSKU~Cost\nSKU-1~640\n');
    expect((await run('sync', 'costs.csv')).code).toBe(0);
    expect(listing()?.cost).toBe(640);
  });

  it('goes by the name of the sheet without its date, or by --job', async () => {
    const { run, write, cwd } = await openShop();
    write(FIRST, 'export-2026-11-20.csv');
    await run('check', 'export-2026-11-20.csv', '--save-mapping');
    await run('check', 'costs.csv', '--save-mapping', '--job', 'nightly');
    expect(Object.keys(readConfig(cwd)['jobs'] as object)).toEqual(['export', 'nightly']);
  });

  it('keeps it in the config file that --config names', async () => {
    const { run, cwd } = await openShop({ 'my.json': '{"rate": 9}' });
    await run('check', 'costs.csv', '--save-mapping', '--config', 'my.json');
    expect(readConfig(cwd, 'my.json')).toMatchObject({ rate: 9, jobs: { costs: { map: { sku: 'SKU' } } } });
    expect(existsSync(join(cwd, NAME))).toBe(false);
  });

  it('needs a name for what comes from standard input', async () => {
    const place = { cwd: folderWith(), stdin: FIRST };
    const nameless = await runMain(['check', '-', '--save-mapping'], place);
    expect(nameless.code).toBe(2);
    expect(nameless.stderr).toContain('--job');
    expect(readdirSync(place.cwd)).toEqual([]);
    expect((await runMain(['check', '-', '--save-mapping', '--job', 'costs'], place)).code).toBe(0);
    expect(readConfig(place.cwd)).toMatchObject({
      jobs: { costs: { map: { cost: 'Last Purchase Price' } } },
    });
  });
});

describe('the line of check that says how a sheet is read', () => {
  it('says that a section of the config file applies', async () => {
    const cwd = folderWith({ 'costs-2026-11-20.csv': SHEET, [NAME]: '{"jobs":{"costs":{"decimal":"."}}}' });
    const { stdout } = await runMain(['check', 'costs-2026-11-20.csv'], { cwd });
    expect(stdout).toContain('\nRead with job costs, as pricesheet.json says; ');
  });

  it('has both lines of a header', async () => {
    const cwd = folderWith({ 'a.csv': 'List\nStock;Moving\nCode;Price\nA;5\n' });
    expect((await runMain(['check', 'a.csv'], { cwd })).stdout).toContain('; header on lines 2 and 3');
  });
});
