import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { quoteWord } from '../../src/domain/quote-word.ts';
import { openStage } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { HAS_TERMINAL, startAtTerminal } from '../support/start-at-terminal.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SHEET = `Artikelnr;EK netto;VE;gilt ab;Lager;Bezeichnung
SKU-1;6,30;12er;01.03.2027;Nord;Becher rot mit langem Henkel
SKU-2;6,40;6er;01.03.2027;Nord;Schale blau ohne jeden Henkel
SKU-3;6,50;12er;01.03.2027;Süd;Kanne aus Steingut mit Deckel
`;
const QUESTION = 'Is that right for every run of the job "costs"? [y/N] ';

async function openShop(sheet = SHEET) {
  const skus = ['SKU-1', 'SKU-2', 'SKU-3'];
  const { place, run, costs } = await openStage(
    skus.map((sku) => ({ sku, cost: 600 })),
    sheet,
  );
  return {
    check: (...flags: readonly string[]) => startAtTerminal(['check', 'costs.csv', ...flags], place),
    sync: () => run('sync', 'costs.csv', '--quiet'),
    save: (json: string) => writeFileSync(join(place.cwd, 'pricesheet.json'), json),
    isSaved: () => existsSync(join(place.cwd, 'pricesheet.json')),
    costs,
  };
}

describe.runIf(HAS_TERMINAL)('pricesheet check at a terminal', () => {
  it('saves the columns on a yes, and the next run that nobody watches takes them', async () => {
    const shop = await openShop();
    expect((await shop.sync()).code).toBe(4);
    const running = shop.check();
    await running.said(QUESTION);
    await running.write('y\n');
    const { code, stdout } = await running.ended;
    const text = stripVTControlCharacters(stdout);
    expect(code).toBe(0);
    // Once each, the dangerous first.
    expect(text.match(/^ {2}(?:"[^"]+" holds|1 column)/gm)).toEqual([
      '  "gilt ab" holds',
      '  "VE" holds',
      '  "Lager" holds',
      '  1 column',
    ]);
    expect(text).not.toContain('--save-mapping');
    expect(text).toContain('The columns are kept in pricesheet.json for the job "costs"');
    expect(text).toContain('see what a run would change: pricesheet diff costs.csv');
    expect(await shop.sync()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(shop.costs()).toEqual([630, 640, 650]);
    const again = await shop.check().ended;
    expect([again.code, again.stdout.includes(QUESTION)]).toEqual([0, false]);
  });

  it.each(['n\n', '\n', '\u0004'])('changes nothing on anything else: %j', async (typed) => {
    const shop = await openShop();
    const running = shop.check();
    await running.said(QUESTION);
    await running.write(typed);
    const { code, stdout } = await running.ended;
    expect([code, shop.isSaved()]).toEqual([3, false]);
    expect(stdout).toContain('--leave-out HEADER,…');
    expect((await shop.sync()).code).toBe(4);
  });

  it('says that nothing is kept for the job, as it is for others', async () => {
    const shop = await openShop();
    shop.save('{"jobs":{"cost":{},"min":{}}}');
    const running = shop.check();
    await running.said('every run of the new job "costs"? [y/N] ');
    await running.write('n\n');
    expect((await running.ended).stdout.replace(/\s+/g, ' ')).toContain(
      'No settings are kept for the job "costs": pricesheet.json has cost, min; did you mean "cost"?',
    );
  });

  it.each([['--json'], ['--quiet'], ['--save-mapping']])('asks nothing with %s', async (flag) => {
    const { stdout } = await (await openShop()).check(flag).ended;
    expect(stdout).not.toContain('Is that right');
  });

  it.each([
    ['no output is seen', 'Artikelnr;EK\nSKU-1;6\n', ' > out.txt'],
    ['all of it is settled', 'sku;cost\nSKU-1;6\n', ''],
  ])('asks nothing where %s', async (_where, sheet, redirection) => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), sheet);
    const { stdout } = await startAtTerminal(['check', 'costs.csv'], { cwd, redirection }).ended;
    expect(stdout).not.toContain('Is that right');
  });

  it.each([
    ['also at the end of what is longer than the terminal', 12, 2],
    ['once', 1, 1],
  ])('says its verdict %s', async (_where, invalid, times) => {
    const cwd = tempFolder();
    const rows = Array.from({ length: invalid }, (_, n) => `BAD-${n},a long word instead of an amount\n`);
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nSKU-1,6\n${rows.join('')}`);
    const { stdout } = await startAtTerminal(['check', 'costs.csv'], { cwd, columns: 40 }).ended;
    const said = `costs.csv: ${invalid + 1} rows, ${invalid} of them invalid`;
    expect(stripVTControlCharacters(stdout).split(said)).toHaveLength(times + 1);
    if (times > 1) expect(stripVTControlCharacters(stdout).trim().endsWith(said)).toBe(true);
  });
});

describe('what check shows of columns that are left out', () => {
  it.each([
    ['gilt ab', '--map valid_from="gilt ab"'],
    ['VE', '--map unit=VE --units 12er=N,6er=N'],
    ['Lager', '--where Lager=Nord'],
  ])('names the flag that uses "%s"', async (header, flags) => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), SHEET);
    const { stdout } = await runInProcess(['check', 'costs.csv'], { cwd, env: {} });
    const line = stdout.split('\n').find((text) => text.startsWith(`  "${header}"`));
    expect(line?.endsWith(`: ${flags}`), line).toBe(true);
    expect(stdout).not.toContain('Unknown columns');
    expect(stdout).toContain('1 column of texts and codes, or without content: "Bezeichnung"');
    const answer = flags
      .replaceAll('"', '')
      .replace(/=N\b/g, '=6')
      .split(/ (?=--)/);
    const words = answer.flatMap((flag) => [flag.split(' ')[0] ?? '', flag.slice(flag.indexOf(' ') + 1)]);
    const settled = await runInProcess(['check', 'costs.csv', ...words, '--save-mapping'], { cwd, env: {} });
    expect(settled.code).toBe(header === 'gilt ab' ? 3 : 0);
  });

  it('shows and settles nothing of a row whose cells are not those below their headers', async () => {
    const cwd = tempFolder();
    const row = 'SKU-1,6.05,Std,USD,old,stock';
    const sheet = `sku,cost,strategy,currency,notes\n${row}\nSKU-2,5.10,,USD,\nSKU-3,,30.06,,USD,\n`;
    writeFileSync(join(cwd, 'costs.csv'), sheet);
    const { stdout } = await runInProcess(['check', 'costs.csv', '--save-mapping'], { cwd, env: {} });
    expect(stdout).not.toMatch(/"Std"|"30.06"|holds/);
    expect(readFileSync(join(cwd, 'pricesheet.json'), 'utf8')).not.toMatch(/USD|old|notes/);
  });

  it.each([
    ['Lieferant', 'Lieferant'],
    ['Lieferant, Ort', String.raw`Lieferant\, Ort`],
  ])('names the way to leave "%s" out for good, whatever it holds', async (header, name) => {
    const cwd = tempFolder();
    const check = (supplier: string, ...flags: readonly string[]) => {
      const rows = ['Hansa AG', 'Nord AG', supplier].flatMap((name, at) => [
        `A${at};6;${name}`,
        `B${at};6;${name}`,
      ]);
      writeFileSync(join(cwd, 'costs.csv'), `sku;cost;${header}\n${rows.join('\n')}\n`);
      return runInProcess(['check', 'costs.csv', ...flags], { cwd, env: {} });
    };
    expect((await check('Nord AG', '--save-mapping')).code).toBe(0);
    const { code, stdout } = await check('Main AG');
    expect(code).toBe(3);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      `"${header}" holds "Main AG", which it did not have before; --leave-out ${quoteWord(name, 'posix')} leaves it out whatever it holds`,
    );
    expect((await check('Main AG', '--leave-out', name, '--save-mapping')).code).toBe(0);
    expect((await check('Ost AG')).code).toBe(0);
  });

  it('keeps nothing if it is to leave out a column that the sheet does not have', async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), 'sku;cost;Color, size\nA;6;red\nB;6;red\n');
    const flags = ['--leave-out', 'Color, size', '--save-mapping'];
    const { code, stderr } = await runInProcess(['check', 'costs.csv', ...flags], { cwd, env: {} });
    expect([code, existsSync(join(cwd, 'pricesheet.json'))]).toEqual([2, false]);
    expect(stderr).toContain('--leave-out names "Color", "size", which the sheet doesn\'t have');
  });
});
