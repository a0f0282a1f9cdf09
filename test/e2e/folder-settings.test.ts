import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';

const CONFIG = {
  delimiter: ';',
  decimal: ',',
  'header-row': 2,
  map: { sku: 'Artikel', cost: 'EK', minimum_price: 'Untergrenze' },
  notes: { Preisliste: 'ignored' },
};
const SHEET = `\
Preisliste;;
Artikel;EK;Untergrenze
A-1;6,10;9,90
A-2;6,20;10,20
A-9;6,30;10,30
`;

/** A folder whose settings are those of the sheets that somebody else's program writes. */
async function inFolder(config: object = CONFIG) {
  const stage = await openStage([{ sku: 'A-1' }, { sku: 'A-2' }]);
  const { run, write } = stage;
  write(JSON.stringify(config), 'pricesheet.json');
  write(SHEET, 'liste.csv');
  const plannedBy = async (...argv: readonly string[]) => {
    const { stdout, stderr } = await run('diff', ...argv, '--json');
    expect(stderr).not.toContain('Cannot');
    return JSON.parse(stdout).counts.by_status;
  };
  return { ...stage, plannedBy };
}

describe('in a folder with settings for the sheets of another program', () => {
  it('the files of a run are read as they were written', async () => {
    const { run, plannedBy } = await inFolder();
    const first = await run('sync', 'liste.csv', '--out', 'first');
    expect(first.stdout).toContain('2 listings updated');
    expect(await plannedBy('first/undo.csv')).toMatchObject({ planned: 2, invalid: 0 });
    expect(await plannedBy('first/retry.csv')).toMatchObject({ not_found: 1, invalid: 0, planned: 0 });
    await run('sync', 'first/undo.csv', '--out', 'back');
    expect(await plannedBy('back/undo.csv')).toMatchObject({ planned: 2 });
    expect((await run('diff', 'back/retry.csv')).stderr).not.toContain('no column');
    const misspelt = await run('diff', 'first/retry.csv', '--map', 'sku=Artikel,cost=EKK');
    expect(misspelt.code).toBe(2);
    expect(misspelt.stderr).toContain('no column "EKK" for cost');
    await run('undo', 'back', '--out', 'again');
    expect(await plannedBy('again/undo.csv')).toMatchObject({ planned: 2 });
  });

  it.each([
    ['by a flag', {}, ['--map', 'cost=']],
    ['for the folder', { map: { cost: '' } }, []],
  ])('a column that was left out %s is not set by what is repaired either', async (_name, config, flags) => {
    const { sandbox, cwd, run, plannedBy } = await inFolder(config);
    const [listing] = sandbox.snapshot().listings;
    const sheet = ['listing_id,sku,currency,cost,minimum_price', `${listing?.id},A-1,usd,6.60,9.90x`];
    writeFileSync(join(cwd, 'export.csv'), `${sheet.join('\n')}\n`);
    await run('sync', 'export.csv', ...flags, '--out', 'first');
    const retry = join(cwd, 'first/retry.csv');
    writeFileSync(retry, readFileSync(retry, 'utf8').replace('9.90x', '9.90'));
    expect(await plannedBy('first/retry.csv', ...flags, '--out', 'again')).toMatchObject({ planned: 1 });
    const plan = readFileSync(join(cwd, 'again/plan.ndjson'), 'utf8').split('\n');
    expect(JSON.parse(plan[1] ?? '').changes).toMatchObject([{ field: 'minimum_price' }]);
  });

  it('a retry takes the same one of two columns as the run did', async () => {
    const { sandbox, cwd, run, plannedBy } = await inFolder({});
    const [listing] = sandbox.snapshot().listings;
    writeFileSync(join(cwd, 'two.csv'), `listing_id,sku,cost,cost\n${listing?.id},A-1,9.99,x\n`);
    await run('sync', 'two.csv', '--map', 'cost=D', '--out', 'first');
    const retry = join(cwd, 'first/retry.csv');
    writeFileSync(retry, readFileSync(retry, 'utf8').replace(',x,', ',6.20,'));
    expect(await plannedBy('first/retry.csv', '--map', 'cost=D', '--out', 'again')).toMatchObject({
      planned: 1,
    });
    expect(readFileSync(join(cwd, 'again/plan.ndjson'), 'utf8')).toContain(
      '"changes":[{"field":"cost","before":600,"after":620}]',
    );
  });

  it('an export says how it is taken back, and changes nothing', async () => {
    const { run, plannedBy } = await inFolder();
    const { stderr } = await run('export', '--out', 'all.csv');
    const [, command = ''] = /to read this sheet back, run: pricesheet sync (.*)/.exec(stderr) ?? [];
    expect(command).toBe('all.csv --header-row 1 --map sku=sku');
    expect(await plannedBy(...command.split(' '))).toMatchObject({ unchanged: 2, planned: 0, invalid: 0 });
    const plain = await inFolder({});
    expect((await plain.run('export', '--out', 'all.csv')).stderr).not.toContain('read this sheet back');
  });

  it('what a run has written is no change of columns for its job', async () => {
    const { cwd, run } = await inFolder();
    await run('sync', 'liste.csv', '--out', 'runs/first', '--job', 'nightly');
    await run('export', '--out', 'all.csv');
    const taken = await run('sync', 'all.csv', '--header-row', '1', '--map', 'sku=sku', '--job', 'nightly');
    expect(taken.code).toBe(0);
    expect(taken.stdout).toContain('2 rows');
    writeFileSync(join(cwd, 'other.csv'), 'listing_id;sku;EK\n;A-1;6,40\n');
    const flags = '--header-row 1 --map sku=sku,cost=EK --job nightly'.split(' ');
    const other = await run('sync', 'other.csv', ...flags);
    expect(other.code).toBe(4);
    expect(other.stdout).toContain('"minimum_price" was taken for minimum_price');
  });
});
