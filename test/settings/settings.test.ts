import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { columnMap } from '../../src/settings/parse-lists.ts';
import type { Setting } from '../../src/settings/setting.ts';
import { SETTINGS } from '../../src/settings/settings.ts';

const settings: Readonly<Record<string, Setting<unknown>>> = SETTINGS;
const byFlag = new Map(Object.values(settings).map((setting) => [setting.flag, setting]));

describe('SETTINGS', () => {
  it.each([
    ['match', 'one'],
    ['resolve', 'auto'],
    ['money', 'major'],
    ['clear-token', 'null'],
    ['null-as', 'empty'],
    ['duplicates', 'error'],
    ['rate', 10],
    ['concurrency', 'auto'],
    ['timeout', 30],
    ['retries', 5],
    ['max-change', 50],
    ['max-clears', { kind: 'percent', percent: 10 }],
    ['max-invalid', 10],
    ['missing', 'attention'],
    ['reread', 300_000],
    ['max-failures', { kind: 'count', count: 20 }],
    ['wait-lock', 0],
    ['follow-up', undefined],
    ['allow', new Set()],
    ['max-updates', undefined],
    ['max-missing', undefined],
    ['currency', undefined],
    ['out', undefined],
    ['platform', undefined],
    ['channel', undefined],
    ['status', undefined],
    ['base-url', undefined],
    ['delimiter', undefined],
    ['quote', undefined],
    ['encoding', undefined],
    ['header-row', undefined],
    ['map', undefined],
    ['fee', undefined],
    ['fee-percent', undefined],
    ['decimal', undefined],
    ['sku-pad', undefined],
    ['units', undefined],
    ['where', []],
    ['cost-per', undefined],
    ['job', undefined],
    ['sku-ignore-case', false],
    ['newest', undefined],
    ['max-age', undefined],
    ['settle', undefined],
    ['done-to', undefined],
  ])('--%s defaults to %j', (flag, expected) => {
    expect(byFlag.get(flag)?.fallback).toEqual(expected);
  });

  it.each([
    ['base-url', 'PRICESHEET_BASE_URL'],
    ['out', 'PRICESHEET_OUT'],
    ['currency', 'PRICESHEET_CURRENCY'],
    ['null-as', 'PRICESHEET_NULL_AS'],
    ['rate', 'PRICESHEET_RATE'],
    ['follow-up', 'PRICESHEET_FOLLOW_UP'],
  ])('--%s comes from %s too', (flag, env) => {
    expect(byFlag.get(flag)?.env).toBe(env);
  });

  it('knows which settings are about one file, and nothing of the files of a run', () => {
    const layout = Object.values(settings).filter((setting) => setting.layout);
    expect(layout.map(({ flag }) => flag).sort()).toEqual([
      'delimiter',
      'done-to',
      'encoding',
      'header-row',
      'leave-out',
      'max-age',
      'newest',
      'notes',
      'quote',
      'settle',
      'where',
    ]);
  });

  it('has no flag for the key', () => {
    expect([...byFlag.keys()].filter((flag) => /key|secret|token|password/.test(flag))).toEqual([
      'clear-token',
    ]);
  });

  it('calls each setting in the code what commander calls it', () => {
    for (const [name, { flag }] of Object.entries(settings))
      expect(name).toBe(flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  });

  it('can read its own defaults', () => {
    for (const { parse, fallback, fallbackText } of Object.values(settings)) {
      if (fallback === undefined || fallbackText === 'none') continue;
      expect(parse(fallbackText ?? String(fallback))).toEqual({ ok: true, value: fallback });
    }
  });
});

describe('pricesheet.schema.json', () => {
  interface Schema {
    readonly anyOf?: readonly Schema[];
    readonly type?: string;
    readonly description?: string;
    readonly pattern?: string;
    readonly properties?: Readonly<Record<string, Schema>>;
  }
  const text = readFileSync(new URL('../../docs/schema/pricesheet.schema.json', import.meta.url), 'utf8');
  const schema = JSON.parse(text) as { readonly $defs: { readonly settings: Schema } };
  const known = schema.$defs.settings.properties ?? {};
  const patternOf = (flag: string) =>
    [known[flag], ...(known[flag]?.anyOf ?? [])].find((each) => each?.type === 'string')?.pattern ?? '^$';

  it('knows every setting that a config file can give', () => {
    const given = [...byFlag.values()].filter(({ once, flagOnly }) => !once && !flagOnly);
    expect(Object.keys(known).sort()).toEqual(given.map(({ flag }) => flag).sort());
  });

  it('describes each setting as help does', () => {
    for (const [flag, { description }] of Object.entries(known))
      expect(description, flag).toBe(byFlag.get(flag)?.about);
  });

  it('knows every field that a map takes', () => {
    const fields = Object.keys(known['map']?.anyOf?.find(({ type }) => type === 'object')?.properties ?? {});
    expect(fields).toEqual(expect.arrayContaining(['sku', 'cost', 'cost_divisor', 'min', 'max']));
    for (const field of fields) expect(columnMap(`${field}=X`).ok).toBe(true);
  });

  it.each([
    ['rate', '2.5'],
    ['rate', 'auto'],
    ['concurrency', '4'],
    ['timeout', '10'],
    ['retries', '3'],
    ['sku-pad', '8'],
    ['units', 'DZ=12, CS = 24'],
    ['units', '=1'],
    ['cost-per', '100'],
    ['where', 'warehouse=MAIN,status!=ended'],
    ['where', 'Note='],
    ['where', 'all'],
    ['header-row', '3'],
    ['header-row', 'none'],
    ['max-updates', '20'],
    ['max-updates', '10 %'],
    ['max-clears', '12.5%'],
    ['reread', '30s'],
    ['reread', 'off'],
    ['max-age', '30h'],
    ['max-age', '7d'],
    ['settle', '0s'],
    ['max-failures', '5'],
    ['max-change', '50'],
    ['max-invalid', '10%'],
    ['hold-over', '10%,cost=25%, manual_price = 12.5 %'],
    ['fee', '0.30'],
    ['fee', '0.30, 6f0c0d7e-6f0a-4c9e-9a4e-0d5f5a1f2b11 = 0.35'],
    ['fee-percent', '15'],
    ['fee-percent', '15 %,uk=7.5, us = 0.35 %'],
    ['fee-percent', '0'],
  ])('takes %s as the text "%s", as the program does', (flag, value) => {
    expect(byFlag.get(flag)?.parse(value).ok).toBe(true);
    expect(value).toMatch(new RegExp(patternOf(flag)));
  });
});
