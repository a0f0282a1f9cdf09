import * as disk from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sheetFolderOf } from '../../../src/run/sheet/sheet-folder.ts';

describe('sheetFolderOf', () => {
  it.each([
    ['costs.csv', '/srv/prices'],
    ['/srv/prices/costs.csv', '/srv/prices'],
    ['in/../costs.csv', '/srv/prices'],
    ['in/costs.csv', '/srv/prices/in'],
    ['../shop-b/in/costs.csv', '/srv/shop-b/in'],
    ['2026-11-20/costs.csv', '/srv/prices'],
    ['/srv/exports-20261120/costs.csv', '/srv/exports'],
    ['1234567890/costs.csv', '/srv/prices/1234567890'],
    ['/costs.csv', '/'],
    ['-', '/srv/prices'],
  ])('of %s is %s', (sheet, folder) => {
    expect(sheetFolderOf(sheet, { cwd: '/srv/prices', disk })).toBe(folder);
  });
});
