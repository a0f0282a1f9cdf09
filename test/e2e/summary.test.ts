import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { startServer } from '../service/support.ts';
import { openStage } from '../support/open-stage.ts';
import { readPage } from '../support/read-page.ts';
import { tempFolder } from '../support/temp-folder.ts';

const skuOf = (number: number) => `MUG-${String(number).padStart(2, '0')}`;

/** Mugs that cost 10.00, with a price of 20.00 between 15.00 and 30.00, and a webhook. */
async function onStage(
  count: number,
  { values = {}, ...options }: { readonly values?: Partial<Listing> } & Partial<SandboxOptions> = {},
) {
  const listings = Array.from({ length: count }, (_, index) => ({
    sku: skuOf(index + 1),
    cost: 1000,
    minimum_price: 1500,
    maximum_price: 3000,
    current_price: 2000,
    ...values,
  }));
  const receiver = await startServer(() => ({ status: 200 }));
  const env = { XDG_STATE_HOME: tempFolder(), PRICESHEET_WEBHOOK: receiver.url };
  const { read, ...stage } = await openStage(listings, undefined, { env, ...options });
  return {
    ...stage,
    write: (header: string, rows: readonly string[]) => stage.write(`${[header, ...rows].join('\n')}\n`),
    messages: (): readonly { readonly summary: readonly string[] }[] =>
      receiver.seen.map(({ body }) => JSON.parse(body)),
    summary: (folder: string): readonly string[] => JSON.parse(read(`${folder}/summary.json`)).summary,
    page: (folder: string) => readPage(read(`${folder}/report.html`)).markup,
  };
}

/** What a run folder has, and what its summary says that it has. */
const filesOf = (cwd: string, folder: string) => [
  readdirSync(join(cwd, folder)).sort(),
  Object.values(JSON.parse(readFileSync(join(cwd, folder, 'summary.json'), 'utf8')).files).sort(),
];

describe('the summary', () => {
  it('names the files that were written, and no other', async () => {
    const { run, write, cwd } = await onStage(2);
    write('sku,cost', [`${skuOf(1)},10.50`, 'MUG-99,1.00']);
    for (const [folder, command] of [
      ['one', 'diff'],
      ['two', 'sync'],
    ] as const) {
      await run(command, 'costs.csv', '--out', folder);
      const [there, named] = filesOf(cwd, folder);
      expect(named).toEqual(there);
    }
  });

  it('says of a stopped run that nothing was sent, and the figure', async () => {
    const { run, write, summary, messages } = await onStage(40);
    const costs = (count: number, cost: string) =>
      write(
        'sku,cost',
        Array.from({ length: count }, (_, at) => `${skuOf(at + 1)},${cost}`),
      );
    costs(40, '10.50');
    await run('sync', 'costs.csv', '--out', 'one');
    costs(10, '10.60');
    expect((await run('sync', 'costs.csv', '--out', 'two')).code).toBe(4);
    const sentences = [
      'Nothing was sent: the sheet sets 10 SKUs, and usually 40 (the last run): 25.0 %, and --min-rows is 70 % (rows_dropped).',
      '10 costs would rise by 1.0 %.',
    ];
    expect(summary('two')).toEqual(sentences);
    expect(messages().map(({ summary }) => summary)).toEqual([sentences]);
  });
});
