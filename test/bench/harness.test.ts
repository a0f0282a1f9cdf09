import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { idOf, listingOf, numberOf, skuOf } from './account.ts';
import { compare, holds, type Line } from './figure.ts';
import { describeMachine } from './machine.ts';
import { alternate, measured, median } from './measure.ts';
import { renderPage } from './render-page.ts';
import { renderTable } from './render-table.ts';
import { expectSuccess } from './run-child.ts';
import { rateOf, summarise } from './service-stats.ts';
import { createTokenBucket } from './token-bucket.ts';

describe('alternate', () => {
  it('measures in turn, every other round backwards, and leaves the first out', async () => {
    const order: string[] = [];
    let value = 0;
    const work = (name: string) => async () => {
      order.push(name);
      return ++value;
    };
    const series = await alternate(2, { a: work('a'), b: work('b') });
    expect(order.join('')).toBe('baabba');
    expect(series).toEqual({ a: measured(3, 6), b: measured(4, 5) });
  });

  it('tells what failed and what is missing, and goes on with the rest', async () => {
    let tries = 0;
    const series = await alternate(2, {
      bad: async () => {
        tries++;
        throw new Error('it ran out of memory');
      },
      absent: { missing: 'not installed: wrk' },
      good: async () => 1,
    });
    expect(tries).toBe(1);
    expect(series).toEqual({
      bad: { kind: 'failed', why: 'it ran out of memory' },
      absent: { kind: 'missing', why: 'not installed: wrk' },
      good: measured(1, 1),
    });
  });
});

describe('median', () => {
  it.each([
    ['an odd number of values', [9, 1, 5], 5],
    ['an even number of values', [4, 1, 2, 9], 3],
    ['values that text would sort otherwise', [10, 9, 100], 10],
  ])('of %s', (_, values, expected) => expect(median(values)).toBe(expected));
});

describe('holds', () => {
  it.each([
    ['at most', 1.2504, { most: 1.25 }, true],
    ['more than at most', 1.2506, { most: 1.25 }, false],
    ['at least', 0.9896, { least: 0.99 }, true],
    ['less than at least', 0.9894, { least: 0.99 }, false],
    ['exactly', 1, { exactly: 1 }, true],
    ['less than exactly', 0.99, { exactly: 1 }, false],
  ])('%s', (_, ratio, bound, expected) => expect(holds(ratio, bound)).toBe(expected));
});

describe('compare and renderTable', () => {
  const bounds = { must: { most: 0.5 }, aim: { most: 0.4 } };
  const figure = { id: 'G1', name: 'things', against: 'wrk', unit: 'ms', ...bounds };

  it('gives the ratio of the medians, and of single rounds the lowest and the highest', () => {
    const line = compare({ ...figure, ours: measured(40, 44, 90), yardstick: measured(100, 200, 100) });
    expect(line).toMatchObject({
      ratio: 0.44,
      spread: [0.22, 0.9],
      ours: '44 ms',
      yardstick: '100 ms (wrk)',
    });
    expect(judgementOf(line)).toBe('yes');
  });

  it.each([
    ['yes, and the aim', measured(40), measured(100)],
    ['**no**', measured(51), measured(100)],
    ['**no**: failed', { kind: 'failed', why: 'x' }, measured(100)],
    ['left out', measured(40), { kind: 'missing', why: 'x' }],
    ['left out', measured(40), { kind: 'failed', why: 'x' }],
  ] as const)('says %s', (expected, ours, yardstick) =>
    expect(judgementOf(compare({ ...figure, ours, yardstick }))).toBe(expected),
  );

  it('counts what holds, and names what failed and what was left out', () => {
    const lines = [
      compare({ ...figure, ours: measured(1), yardstick: measured(10) }),
      compare({ ...figure, ours: { kind: 'failed', why: 'out of memory' }, yardstick: measured(10) }),
      compare({ ...figure, ours: measured(1), yardstick: { kind: 'missing', why: 'not installed: wrk' } }),
      compare({ ...figure, must: undefined, ours: measured(1), yardstick: measured(10), notes: ['seen'] }),
    ];
    const text = renderTable(lines, { withNotes: false });
    expect(text).not.toContain('seen');
    expect(renderTable(lines, { withNotes: true })).toBe(`${text}\n- G1: seen`);
    expect(text).toContain('1 of 3 musts hold, 1 LEFT OUT.');
    expect(text).toContain('- G1, things: FAILED: out of memory');
    expect(text).toContain('- G1, things: LEFT OUT: not installed: wrk');
  });

  function judgementOf(line: Line): string | undefined {
    return renderTable([line], { withNotes: false }).split('\n')[2]?.split(' | ').at(-1)?.replace(/ \|$/, '');
  }
});

describe('summarise', () => {
  it('counts the busiest second without its end', () => {
    const phase = summarise([0, 500, 999, 1000, 1400, 3000]);
    expect(phase).toEqual({ count: 6, spanMs: 3000, firstMs: 0, lastMs: 3000, busiestSecond: 4 });
    expect(rateOf(phase)).toBeCloseTo(5 / 3);
  });
});

describe('createTokenBucket', () => {
  it('lets a burst through, then what has come in since', () => {
    let time = 0;
    const bucket = createTokenBucket({ perSecond: 10, burst: 3, now: () => time });
    const take = (count: number) => Array.from({ length: count }, bucket.take).filter(Boolean).length;
    expect(take(9)).toBe(3);
    time = 250;
    expect(take(9)).toBe(2);
    time = 10_000;
    expect(take(9)).toBe(3);
  });
});

describe('the account', () => {
  it('has listings of one length, each known by its id and by its SKU', () => {
    for (const number of [0, 7, 999, 1000, 999_999]) {
      expect(listingOf(number)).toHaveLength(listingOf(0).length);
      const { id, sku } = JSON.parse(listingOf(number));
      expect([id, sku]).toEqual([idOf(number), skuOf(number)]);
      expect([numberOf(id), numberOf(sku)]).toEqual([number, number]);
    }
    expect(numberOf('elsewhere')).toBeNaN();
  });
});

describe('expectSuccess', () => {
  const ended = {
    code: 0,
    signal: null,
    timedOut: false,
    ms: 1500,
    stdout: '',
    stderr: '',
    usage: undefined,
  };

  it.each([
    [
      'the end of its memory',
      { code: null, signal: 'SIGABRT', stderr: 'JavaScript heap out of memory' },
      'x ran out of memory after 2 s',
    ],
    ['the end of its time', { code: null, signal: 'SIGKILL', timedOut: true }, 'x was not done within 2 s'],
    ['a code', { code: 3, stderr: 'one\ntwo\n' }, 'x ended with code 3: one | two'],
  ] as const)('tells %s', (_, how, message) =>
    expect(() => expectSuccess({ ...ended, ...how }, 'x')).toThrow(message),
  );
});

describe('renderPage', () => {
  it('tells the machine, and no path on it', () => {
    const page = renderPage('| table |\n', { machine: describeMachine(), date: new Date('2026-01-02') });
    expect(page).toContain('of 2026-01-02');
    expect(page).toMatch(/^- \d+ cores? of .*, \d+ GiB of memory/m);
    expect(page).toContain(`Node ${process.versions.node}, Python `);
    for (const secret of [homedir(), resolve('.')]) expect(page).not.toContain(secret);
    expect(page.endsWith('| table |\n')).toBe(true);
  });
});

describe('importBuilt', () => {
  it('names the built file of the source that it takes its type from', () => {
    const texts = readdirSync(import.meta.dirname, { encoding: 'utf8' }).map((name) =>
      name.endsWith('.ts') ? readFileSync(join(import.meta.dirname, name), 'utf8') : '',
    );
    const imports = texts.flatMap((text) => [
      ...text.matchAll(/importBuilt<typeof import\('\.\.\/\.\.\/src\/(.+)\.ts'\)>\(\s*'(.+)\.js'/g),
    ]);
    expect(imports.length).toBeGreaterThan(2);
    expect(imports.map(([, , built]) => built)).toEqual(imports.map(([, source]) => source));
  });
});
