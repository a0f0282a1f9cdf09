import * as disk from 'node:fs';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/run/disk/in-slices.ts';
import { RUN_FILES } from '../../../src/run/folder/run-folder.ts';
import { openRun } from '../../../src/run/job/open-earlier-run.ts';
import { openShop, RAISE, someSettings, THREE } from '../support.ts';

describe('openRun', () => {
  it.each(['undo', 'apply'] as const)('%s refuses a journal of another run', async (command) => {
    const shop = await openShop({ listings: THREE });
    const other = await shop.sync('sku,cost\nSKU-1,6.40\n');
    const last = await shop.sync('sku,cost\nSKU-3,6.80\n');
    copyFileSync(join(other.folder, RUN_FILES.outcomes), join(last.folder, RUN_FILES.outcomes));
    const before = shop.values();
    await expect(shop[command](last.folder)).rejects.toThrow(
      /it does not belong to the plan in the same folder/,
    );
    expect(shop.values()).toEqual(before);
  });

  it('knows of which run all can be approved: nothing of its plan was to be sent', async () => {
    const { sync, sandbox, cwd } = await openShop({ listings: THREE });
    const settings = someSettings(sandbox.url);
    const isUnsent = ({ folder }: { readonly folder: string }) =>
      atOnce(openRun(folder, { command: 'apply', cwd, disk, settings })).isUnsent;
    const declined = await sync(RAISE, { host: { confirm: async () => false } });
    const planned = await sync(RAISE, { settings: { dryRun: true } });
    const sent = await sync(RAISE);
    expect([declined, planned, sent].map(isUnsent)).toEqual([true, true, false]);
    rmSync(join(declined.folder, RUN_FILES.summary));
    expect(isUnsent(declined)).toBe(false);
  });
});
