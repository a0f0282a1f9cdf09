import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/settings/config-schema.ts';
import { toText } from '../../src/settings/parse-config.ts';
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
  const schema = configSchema() as { readonly $defs: { readonly settings: { readonly properties: object } } };
  const isValid = new Ajv2020({ allowUnionTypes: true }).compile(schema);

  /** Whether the program can use a value of the config file. */
  function isUsable(flag: string, value: unknown): boolean {
    const text = toText(flag, value);
    return text.ok && byFlag.get(flag)?.parse(text.value).ok === true;
  }

  it('knows every setting that a config file can give', () => {
    const given = [...byFlag.values()].filter(({ once, flagOnly }) => !once && !flagOnly);
    expect(Object.keys(schema.$defs.settings.properties).sort()).toEqual(
      given.map(({ flag }) => flag).sort(),
    );
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
    ['rate', 2.5],
    ['concurrency', 4],
    ['newest', true],
    ['header-row', 3],
    ['map', { sku: 'Material', cost: '', valid_from: 'From', min: 'Min' }],
    ['leave-out', { UOM: ['EA'], Price: 'amounts' }],
    ['notes', { 'Prices incl. VAT': 'ignored' }],
    ['units', { DZ: 12 }],
    ['where', ['warehouse=MAIN', 'status!=ended']],
    ['decimal', ','],
    ['fee', { '*': 0.3, uk: '0.35' }],
    ['fee-percent', { '*': 15, uk: '8 %' }],
    ['reread', 0],
    ['wait-lock', '60'],
    ['max-age', '2w'],
    ['attention', 'new'],
  ])('takes %s as %j, as the program does', (flag, value) => {
    expect([
      isUsable(flag, value),
      isValid({ [flag]: value }),
      isValid({ jobs: { costs: { [flag]: value } } }),
    ]).toEqual([true, true, true]);
  });

  it.each([
    ['rate', 0],
    ['rate', 'fast'],
    ['concurrency', 1.5],
    ['newest', 'yes'],
    ['header-row', 0],
    ['map', { skus: 'Material' }],
    ['map', { sku: ' ' }],
    ['map', {}],
    ['leave-out', { UOM: 'numbers' }],
    ['notes', { VAT: 'left' }],
    ['units', { DZ: 0 }],
    ['where', ['warehouse']],
    ['decimal', ';'],
    ['currency', 'euro'],
    ['history', ' '],
    ['fee', { '*': -1 }],
    ['fee-percent', 0.15],
    ['max-age', '30'],
    ['max-updates', '10 percent'],
    ['webhook', 'ftp://example.com'],
    ['attention', 'some'],
  ])('refuses %s as %j, as the program does', (flag, value) => {
    expect([isUsable(flag, value), isValid({ [flag]: value })]).toEqual([false, false]);
  });
});
