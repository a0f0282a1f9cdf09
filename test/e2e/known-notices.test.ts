import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';

const SHEET = 'sku;cost;Titel;EAN\nSKU-1;6,50;Käse;4001234567890\nSKU-2;6,60;Öl;4001234567891\n';

describe('what is noticed of how a sheet is read', () => {
  it('is said until a run has read it so, and again once the header or the encoding is another', async () => {
    const stage = await openStage([{ sku: 'SKU-1' }, { sku: 'SKU-2' }], Buffer.from(SHEET, 'latin1'));
    await stage.run('check', 'costs.csv', '--save-mapping');
    const night = async (name: string, sheet: string) => {
      stage.write(Buffer.from(sheet, 'latin1'));
      const { stdout } = await stage.run('sync', 'costs.csv', '--out', name);
      const { notices } = JSON.parse(readFileSync(join(stage.cwd, name, 'summary.json'), 'utf8'));
      expect(notices).toContainEqual(expect.stringContaining('Unknown columns are ignored'));
      return [stdout.includes('Unknown columns'), stdout.includes('taken for windows-1252')];
    };
    expect(await night('runs/a', SHEET)).toEqual([true, true]);
    expect(await night('runs/b', SHEET.replace('6,50', '6,55'))).toEqual([false, false]);
    expect(await night('runs/c', SHEET.replace('EAN', 'GTIN'))).toEqual([true, true]);
    expect(await night('runs/d', SHEET.replace('EAN', 'GTIN').replace(/[äÖ]/g, 'x'))).toEqual([true, false]);
    const verbose = await stage.run('sync', 'costs.csv', '--verbose');
    expect(verbose.stdout).toContain('Unknown columns');
  });
});
