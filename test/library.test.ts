import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installPacked } from './support/npm.ts';
import { ROOT } from './support/pages.ts';
import { startProgram } from './support/run-program.ts';
import { tempFolder } from './support/temp-folder.ts';
import { anAccount, testSandbox } from './support/test-sandbox.ts';

/** A project of somebody else's, with the package and nothing else. */
function someProject(): string {
  const folder = tempFolder();
  installPacked(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICTEST }));
  return folder;
}

/** No types but those of the language and of the web: whoever compiles needs none of Node's, nor of any package. */
const STRICTEST = {
  target: 'es2022',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
};

/** What the compiler has to say. */
function compile(folder: string): string {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', cwd: folder }).stdout;
}

const PROGRAM = `
import { apply, diff, RunError, type RunEvent, type Status, type Summary, sync, type SyncOptions, type WebhookMessage } from 'pricesheet';

declare const message: WebhookMessage;
declare const process: {
  readonly argv: readonly string[];
  readonly env: Record<string, string | undefined>;
  readonly exitCode?: number;
  cwd(): string;
  listenerCount(name: string): number;
  eventNames(): readonly string[];
};

function look(): string {
  const { exitCode } = process;
  const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)]);
  return JSON.stringify({ exitCode, cwd: process.cwd(), env: process.env, listeners });
}

const [, , baseUrl = '', apiKey = ''] = process.argv;
const options: SyncOptions = { baseUrl, apiKey, rate: 1000, currency: 'usd', missing: 'ok' };
const before = look();
const planned: Summary = await diff('costs.csv', options);
const outcomes: [string, Status][] = [];
const onEvent = (event: RunEvent): void => {
  if (event.event === 'outcome') outcomes.push([event.sku, event.status]);
};
const { signal } = new AbortController();
const applied = await apply(planned.folder, { baseUrl, apiKey, rate: 1000, waitLock: 5, signal, onEvent });
const refused = await sync('none.csv', options).catch((error: unknown) => error);
if (!(refused instanceof RunError)) throw new Error('No sheet, and no error');
const { planned: plannedCount } = planned.counts.by_status;
console.log(
  JSON.stringify({
    planned: plannedCount,
    updated: applied.counts.by_status.updated,
    refused: [refused.code, refused.exitCode],
    outcomes: outcomes.sort(),
    isSame: look() === before,
  }),
);
`;

/** A line for each option or field that there is not, or is of another kind. */
const WRONG = `import { check, history, type RunError, type RunEvent, type Summary, sync } from 'pricesheet';
await sync('x', { maxUpdate: 1 });
await sync('x', { maxChange: true });
await sync('x', { match: 'some' });
(await check('x')).reading.headers;
export const known: string | undefined = (await history()).runs[0]?.counts?.by_status.updated;
export const isLast = (event: RunEvent) => event.event === 'end';
export const sku = (event: RunEvent) => event.event === 'progress' && event.sku;
export const isLate = (error: RunError) => error.code === 'late';
export const rise = ({ changes }: Summary) => changes.by_field.price;
`;

const COMMON_JS =
  "const { sync, RunError } = require('pricesheet'); console.log(typeof sync, typeof RunError)";

describe.skipIf(process.platform === 'win32')('a program of somebody else', () => {
  it('compiles against what is packed, runs, and finds its process as it was; with a mistake it does not compile', async () => {
    const sandbox = await testSandbox({ catalogue: anAccount([{ sku: 'SKU-1' }, { sku: 'SKU-2' }]) });
    const folder = someProject();
    writeFileSync(join(folder, 'costs.csv'), 'sku,cost\nSKU-1,6.50\nSKU-2,6.60\n');
    expect(compile(folder)).toBe('');
    const run = (...argv: readonly string[]) =>
      startProgram(argv, { cwd: folder, command: process.execPath, env: { HOME: folder } }).ended;
    const ended = await run('program.js', sandbox.url, sandbox.apiKey);
    expect({ ...ended, stdout: JSON.parse(ended.stdout) }).toEqual({
      code: 0,
      stdout: {
        planned: 2,
        updated: 2,
        refused: ['sheet', 2],
        outcomes: [
          ['SKU-1', 'updated'],
          ['SKU-2', 'updated'],
        ],
        isSame: true,
      },
      stderr: '',
    });
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual([650, 660]);
    expect(await run('--input-type=commonjs', '--eval', COMMON_JS)).toMatchObject({
      stdout: 'function function\n',
    });
    writeFileSync(join(folder, 'wrong.ts'), WRONG);
    const lines = [...compile(folder).matchAll(/^wrong\.ts\((\d+)/gm)].map(([, line]) => line);
    expect(lines).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });
});
