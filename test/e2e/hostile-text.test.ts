import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { defuseCell } from '../../src/domain/csv-cells.ts';
import type { Catalogue } from '../../src/sandbox/catalogue.ts';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { NAUGHTY_SKUS, NAUGHTY_TEXTS, UNUSABLE_SKUS } from '../support/naughty-text.ts';
import { openStage } from '../support/open-stage.ts';
import type { Ended } from '../support/run-program.ts';
import { listRuns } from '../support/temp-folder.ts';
import { anAccount } from '../support/test-sandbox.ts';

/** Colours as the program gives them to its own words. */
const ESCAPE = '\u001b';
const COLOURS = new RegExp(`${ESCAPE}\\[(?:1|2|22|31|33|39)m`, 'g');
/** Controls but for line breaks, what breaks lines otherwise, what turns text round, and what can't be seen. */
const HARMFUL =
  /(?!\n)\p{Cc}|[\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufff9-\ufffb]|\u00ad|\u034f|\u061c|\u115f|\u1160|\u17b4|\u180e|\u3164|\ufeff|\uffa0|\u{1d173}|[\u{e0000}-\u{e0fff}]|\p{Cs}|\p{M}{5}/u;

function expectHarmless(text: string): void {
  const [harm] = HARMFUL.exec(text.replace(COLOURS, '')) ?? [];
  const at = harm === undefined ? -1 : text.indexOf(harm);
  const around = text.slice(Math.max(0, at - 60), at + 20);
  expect(harm === undefined ? '' : JSON.stringify(around), 'something harmful in').toBe('');
}

function expectHarmlessScreen({ stdout, stderr }: Ended): void {
  expectHarmless(stdout);
  expectHarmless(stderr);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(5000);
}

/** Every line is JSON, and no line has anything in it that a terminal or a reader of lines would act on. */
function expectHarmlessLines(path: string): void {
  const text = readFileSync(path, 'utf8');
  expectHarmless(text);
  for (const line of text.split('\n').slice(0, -1)) expect(() => JSON.parse(line), line).not.toThrow();
}

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function sheetOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map((text) => cell(inFile(text))).join(',')}\n`).join('');
}

/** Records of a file of the run, the header first, with nothing taken off. */
function recordsOf(path: string): readonly (readonly string[])[] {
  return parse(readFileSync(path, 'utf8'), { bom: true, relax_column_count: true, record_delimiter: '\n' });
}

const RUNS_AS_FORMULA = /^(?:[\t\r\n]|[\s'"\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;
const NUMBER = /^ *[+-]?\d+(?:[.,]\d+)*$/;

/** What the file shows for a text: an apostrophe more, where a spreadsheet would run it but for the apostrophes, and one wherever it would begin a field within. */
function inFile(text: string): string {
  const written = defuseCell(text);
  const isRun = RUNS_AS_FORMULA.test(text.replace(/^'+/, '')) && !NUMBER.test(text);
  if (isRun) expect(written[0]).toBe("'");
  return written;
}

async function onStage(catalogue: Catalogue, options: Partial<SandboxOptions> = {}) {
  const stage = await openStage([], undefined, { catalogue, env: { FORCE_COLOR: '1' }, ...options });
  return {
    ...stage,
    /** A command line up to what a blank does not end. */
    run: (line: string, ...more: readonly string[]) => stage.run(...line.split(' '), ...more),
    write: (name: string, text: string) => stage.write(text, name),
  };
}

const ALLOWED = '--allow max_invalid,unsettled,sheet_note --delimiter , PRICESHEET_QUOTE=double'.split(' ');

describe('naughty text as a SKU', () => {
  it('is updated, given back and reported exactly, and harms neither a screen nor a spreadsheet nor a log', async () => {
    const { sandbox, cwd, run, write } = await onStage(anAccount(NAUGHTY_SKUS.map((sku) => ({ sku }))));
    const missing = NAUGHTY_SKUS.map((sku) => `${sku}~`);
    const skus = [...NAUGHTY_SKUS, ...UNUSABLE_SKUS, ...missing];
    write('costs.csv', sheetOf([['sku', 'cost'], ...skus.map((sku) => [sku, '6.50'])]));
    const ended = await run('sync', 'costs.csv', '--out', 'first', '--verbose', ...ALLOWED);
    expect(ended.code, ended.stderr).toBe(3);
    expectHarmlessScreen(ended);
    for (const file of ['log.ndjson', 'plan.ndjson', 'outcomes.ndjson'])
      expectHarmlessLines(join(cwd, 'first', file));
    expectHarmless(readFileSync(join(cwd, 'first', 'summary.json'), 'utf8'));

    const [head = [], ...results] = recordsOf(join(cwd, 'first', 'results.csv'));
    const status = head.indexOf('status');
    expect(results.map((record) => record[1])).toEqual([
      ...NAUGHTY_SKUS.map(inFile),
      ...UNUSABLE_SKUS.map(() => ''),
      ...missing.map(inFile),
    ]);
    expect(results.map((record) => record[status])).toEqual([
      ...NAUGHTY_SKUS.map(() => 'updated'),
      ...UNUSABLE_SKUS.map(() => 'invalid'),
      ...missing.map(() => 'not_found'),
    ]);
    expect(sandbox.snapshot().listings.map(({ sku, cost }) => [sku, cost])).toEqual(
      NAUGHTY_SKUS.map((sku) => [sku, 650]),
    );

    const retry = join(cwd, 'first', 'retry.csv');
    expect(recordsOf(retry).map((record) => record[0])).toEqual(
      ['sku', ...UNUSABLE_SKUS, ...missing].map(inFile),
    );
    const again = await run('sync first/retry.csv --out again --allow max_invalid,nothing_matched');
    expectHarmlessScreen(again);
    expect(readFileSync(join(cwd, 'again', 'retry.csv'), 'utf8')).toBe(readFileSync(retry, 'utf8'));

    const back = await run('sync', join('first', 'undo.csv'), '--out', 'back');
    expect(back.code, back.stderr).toBe(0);
    expectHarmlessScreen(back);
    const [, ...given] = recordsOf(join(cwd, 'back', 'results.csv'));
    expect(given.map((record) => record[1])).toEqual(NAUGHTY_SKUS.map(inFile));
    expect(new Set(sandbox.snapshot().listings.map(({ cost }) => cost))).toEqual(new Set([600]));
  });
});

/** Halves of characters are what only JSON can hold. */
const FROM_SERVICE = NAUGHTY_TEXTS.map(({ text }) => text);

describe('naughty text from the service', () => {
  it('as the name of a strategy is listed, matched and distinguished', async () => {
    const account = anAccount([]);
    const known = new Set<string>();
    const names = FROM_SERVICE.filter((text) => {
      const folded = text.normalize('NFC').trim().toLowerCase();
      const isNew = folded !== '' && folded !== 'null' && !known.has(folded);
      known.add(folded);
      return isNew;
    });
    const strategies = names.map((name, index) => ({
      id: `50000000-0000-4000-8000-${String(index + 10).padStart(12, '0')}`,
      object: 'strategy' as const,
      name,
      type: 'x',
      platform: 'amazon' as const,
      created_at: 1_700_000_000,
    }));
    const inSheet = strategies.filter(({ name }) => !/\0|\p{Cs}/u.test(name));
    const listings = anAccount(inSheet.map((_, index) => ({ sku: `S${index}`, repricing: true }))).listings;
    const { sandbox, cwd, run, write } = await onStage({ ...account, strategies, listings });
    const listed = await run('list', 'strategies');
    expectHarmlessScreen(listed);
    expect(listed.stdout.trimEnd().split('\n')).toHaveLength(names.length + 1);
    const json = await run('list', 'strategies', '--json');
    expectHarmless(json.stdout);
    expect(JSON.parse(json.stdout).strategies.map(({ name }: { name: string }) => name)).toEqual(names);

    const rows = inSheet.map(({ name }, index) => [`S${index}`, name]);
    write('s.csv', sheetOf([['sku', 'strategy'], ...rows, ['S0', 'no such \u001b[2Jname\u202e']]));
    const ended = await run('sync s.csv --out run --match all --duplicates first', ...ALLOWED);
    expectHarmlessScreen(ended);
    expect(ended.code, ended.stderr).toBe(0);
    expect(sandbox.snapshot().listings.map(({ strategy }) => strategy)).toEqual(inSheet.map(({ id }) => id));
    write('t.csv', `sku,strategy\n${sheetOf([['S1', 'no such \u001b[2Jname\u202e']])}`);
    const unknown = await run('diff', 't.csv', '--out', 'unknown', ...ALLOWED);
    expect(unknown.stdout).toContain('No amazon strategy is named "no such \\u{1b}[2Jname\\u{202e}"');
    expectHarmlessScreen(unknown);
    expectHarmlessLines(join(cwd, 'unknown', 'plan.ndjson'));
  });

  it('as the message of an error is reported in one line, whatever it holds', async () => {
    const skus = FROM_SERVICE.map((_, index) => `S${index}`);
    const { cwd, run, write } = await onStage(anAccount(skus.map((sku) => ({ sku }))), {
      faults: {
        rules: FROM_SERVICE.map((text, index) => ({
          match: { method: 'POST', sku: `S${index}` },
          answer:
            index % 2 === 0
              ? { status: 400, body: { message: text, param: text } }
              : { status: 402, body: text, headers: { 'content-type': 'text/plain' } },
        })),
      },
    });
    write('costs.csv', sheetOf([['sku', 'cost'], ...skus.map((sku) => [sku, '6.50'])]));
    const ended = await run('sync', 'costs.csv', '--out', 'run', 'PRICESHEET_MAX_FAILURES=100%');
    expectHarmlessScreen(ended);
    const results = recordsOf(join(cwd, 'run', 'results.csv')).slice(1);
    expect(results.map(([, sku, status]) => [sku, status])).toEqual(skus.map((sku) => [sku, 'failed']));
    for (const file of ['log.ndjson', 'outcomes.ndjson']) expectHarmlessLines(join(cwd, 'run', file));
  });
});

describe('naughty text in the header of a sheet', () => {
  const headers = NAUGHTY_TEXTS.filter(({ kind }) => kind !== 'halves')
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '' && !text.includes('\0') && text.length < 6000);

  it('is a column that means nothing, and comes back in the retry file as it was', async () => {
    const { cwd, run, write } = await onStage(anAccount([{ sku: 'A' }]));
    const row = ['NOPE', '6.50', ...headers];
    write('costs.csv', sheetOf([['sku', 'cost', ...headers], row, ['A', '6.50', ...headers.map(() => '')]]));
    const ended = await run('sync', 'costs.csv', '--out', 'run', ...ALLOWED);
    expect(ended.code, ended.stderr).toBe(3);
    expectHarmlessScreen(ended);
    const [head = [], only = []] = recordsOf(join(cwd, 'run', 'retry.csv'));
    expect(head).toEqual(
      ['sku', 'cost', ...headers, 'listing_id', 'status', 'reason', 'message'].map(inFile),
    );
    expect(only.slice(0, -4)).toEqual(row.map(inFile));
    const again = await run('sync', join('run', 'retry.csv'), '--out', 'again', '--allow', 'nothing_matched');
    expectHarmlessScreen(again);
    expect(readFileSync(join(cwd, 'again', 'retry.csv'), 'utf8')).toBe(
      readFileSync(join(cwd, 'run', 'retry.csv'), 'utf8'),
    );
  });

  it.each([
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
    ...['(a+)+$', '.*', '=1+1', '\u202eabc', 'x\u200by'],
  ])('%j can be mapped like any other', async (header) => {
    const { sandbox, run, write } = await onStage(anAccount([{ sku: 'A' }]));
    write('costs.csv', `${sheetOf([[header, `${header}2`, 'other']])}A,6.50,x\n`);
    const ended = await run('sync', 'costs.csv', '--map', `sku=${header},cost=${header}2`, ...ALLOWED);
    expect(ended.code, ended.stderr).toBe(0);
    expectHarmlessScreen(ended);
    expect(sandbox.snapshot().listings[0]?.cost).toBe(650);
  });
});

describe.skipIf(process.platform === 'win32')('naughty text as the name of a file', () => {
  it.each([
    ...['..csv', '...', 'costs...', 'costs .csv', '\\..\\..\\x.csv', 'C:\\x.csv', 'CON', 'NUL.csv'],
    ...['😀.csv', `${'n'.repeat(251)}.csv`, `${'é'.repeat(120)}.csv`],
    ...['a\nDone: all well.csv', '\u001b[2J\u009b31m.csv', '\u202egpj.csv'],
    ...['-rf.csv', '$(touch x).csv', '__proto__.csv', '(a+)+$.csv'],
  ])('%j: the run folder stays in runs, and the commands shown lead back to it', async (name) => {
    const { cwd, run, write } = await onStage(anAccount([{ sku: 'A' }]));
    write(name, 'sku,cost\nA,6.50\nNOPE,1\n');
    const path = name.startsWith('-') ? `./${name}` : name;
    expectHarmlessScreen(await run('check', path));
    const ended = await run('sync', path);
    expect(ended.code, ended.stderr).toBe(3);
    expectHarmlessScreen(ended);
    expect(readdirSync(cwd).sort()).toEqual([name, 'runs'].sort());
    const [folder = '', ...others] = listRuns(cwd);
    expect(others).toEqual([]);
    expect(folder).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[\p{L}\p{N}_-]+$/u);
    expect(Buffer.byteLength(folder)).toBeLessThan(240);
    expect(ended.stdout).toMatch(new RegExp(`pricesheet undo "?runs/${folder}"?\\n`));
    const undone = await run('undo', join('runs', folder));
    expect([undone.code, listRuns(cwd).length]).toEqual([0, 2]);
    expectHarmlessScreen(await run('diff', path, '--max-updates', '0'));
  });

  it.each(['there is no \u001b[2J\u202esuch file.csv', 'a\nb', 'no\u009bfile'])(
    '%j that is not there is named in one line',
    async (name) => {
      const { run } = await onStage(anAccount([]));
      for (const command of ['sync', 'check', 'undo', 'apply']) {
        const ended = await run(command, name);
        expect(ended.code).toBe(2);
        expectHarmlessScreen(ended);
        expect(ended.stderr.split('\n').length).toBeLessThan(4);
        const json = await run(command, name, '--json');
        expectHarmlessScreen(json);
        expect(JSON.parse(json.stdout)).toMatchObject({ exit_code: 2 });
      }
    },
  );
});

describe('naughty text in settings', () => {
  it.each([
    ['an unknown command', ['\u001b[2Jsynk\u202e']],
    ['a word too many', ['check', 'costs.csv', '\u009b31m\u202e\n']],
    ['an unknown flag', ['sync', 'costs.csv', '--\u001b[2J']],
    ['a rate', ['sync', 'costs.csv', '--rate', '\u001b[2J\u202e']],
    ['a rule', ['sync', 'costs.csv', '--allow', '\u001b[2J,constructor']],
    ['a channel', ['sync', 'costs.csv', '--channel', '\u001b[2J\u202e\u2028']],
    ['a status', ['sync', 'costs.csv', '--status', '\u009b']],
    ['a currency', ['sync', 'costs.csv', '--currency', '\u200b\u001b']],
    ['an encoding', ['sync', 'costs.csv', '--encoding', '__proto__\u001b']],
    ['a delimiter', ['sync', 'costs.csv', '--delimiter', '\u001b\u202e']],
    ['a column', ['sync', 'costs.csv', '--map', '\u001b[2J=\u202e']],
    ['a config file', ['sync', 'costs.csv', '--config', '\u001b[2J\u202e']],
    ['a very long one', ['sync', 'costs.csv', '--match', 'x'.repeat(100_000)]],
  ])('%s is repeated harmlessly', async (_name, argv) => {
    const { run, write } = await onStage(anAccount([]));
    write('costs.csv', 'sku,cost\nA,6.50\n');
    const [command = '', ...rest] = argv;
    for (const form of [rest, [...rest, '--json']]) {
      const ended = await run(command, ...form);
      expect(ended.code).not.toBe(0);
      expectHarmless(ended.stdout);
      expectHarmless(ended.stderr);
      expect(ended.stderr.length).toBeLessThan(20_000);
    }
  });

  it.each([
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
    ...['..', '../x', '(a+)+$', '\u001b[2J\u202e', 'x'.repeat(300)],
  ])('a job called %j keeps its columns, and is known again', async (job) => {
    const { sandbox, cwd, run, write } = await onStage(anAccount([{ sku: 'A' }]));
    write('costs.csv', 'Artikel,Wert\nA,6.50\n');
    const saved = await run('check costs.csv --map sku=Artikel,cost=Wert --save-mapping --job', job);
    expect(saved.code, saved.stderr).toBe(0);
    expectHarmlessScreen(saved);
    const config = JSON.parse(readFileSync(join(cwd, 'pricesheet.json'), 'utf8'));
    expect(Object.keys(config.jobs)).toEqual([job]);
    expect(Object.getOwnPropertyDescriptor(config.jobs, job)?.value.map).toMatchObject({
      sku: 'Artikel',
      cost: 'Wert',
    });
    const ended = await run('sync', 'costs.csv', '--job', job);
    expect(ended.code, ended.stderr).toBe(0);
    expectHarmlessScreen(ended);
    expect(sandbox.snapshot().listings[0]?.cost).toBe(650);
    expect(readdirSync(cwd).sort()).toEqual(['costs.csv', 'pricesheet.json', 'runs']);
    write('costs.csv', 'Artikel,Wert2\nA,6.50\n');
    expectHarmlessScreen(await run('sync', 'costs.csv', '--job', job));
  });
});
