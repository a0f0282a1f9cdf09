import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { EXPORT_SETTINGS } from '../../src/settings/command-settings.ts';
import { configSchema, schemaOf } from '../../src/settings/config-schema.ts';
import { toText } from '../../src/settings/read-sources.ts';
import type { Setting } from '../../src/settings/setting.ts';
import { SETTINGS } from '../../src/settings/settings.ts';

const settings: Readonly<Record<string, Setting<unknown>>> = SETTINGS;
const byKey = new Map(Object.values(settings).map((setting) => [setting.key, setting]));

describe('SETTINGS', () => {
  it('knows which settings are about one file, and nothing of the files of a run', () => {
    const layout = Object.values(settings).filter((setting) => setting.layout);
    expect(layout.map(({ key }) => key).sort()).toEqual([
      ...['currencies', 'delimiter', 'done-to', 'encoding', 'header-row', 'leave-out', 'max-age'],
      ...['newest', 'notes', 'quote', 'settle', 'where'],
    ]);
  });

  it('has no flag for the key', () => {
    expect(
      [...byKey.values()].flatMap(({ flag = '' }) => flag.match(/.*(?:key|secret|token|password).*/) ?? []),
    ).toEqual([]);
  });

  it('calls each setting in the code by its key', () => {
    for (const [name, { key }] of Object.entries(settings))
      expect(name).toBe(key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  });

  it('can read its own defaults', () => {
    for (const { parse, fallback, fallbackText } of Object.values(settings)) {
      if (fallback === undefined || fallbackText === 'none') continue;
      expect(parse(fallbackText ?? String(fallback))).toEqual({ ok: true, value: fallback });
    }
  });
});

/** It names each default, each flag, and what has no flag or no variable: what changes there has to be changed here too. */
describe('the table of docs/settings.md', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const [, found = ''] = /<!-- settings -->\n\n([\s\S]*?)\n\n## /.exec(page) ?? [];

  /** A cell of Markdown: what is between angle brackets is no tag, and a bar ends no cell. */
  const cell = (text: string) => text.replaceAll(/[|<]/g, '\\$&');
  const rows = [...byKey.values()]
    .filter(({ from }) => from !== 'flag')
    .map(({ key, flag = key, argument, about, fallback, fallbackText }) => {
      const name = argument === undefined ? flag : `${flag} ${argument}`;
      const shown = fallbackText ?? (fallback === undefined || fallback === false ? '' : String(fallback));
      return `| \`${cell(name)}\` | ${shown === '' ? '' : `\`${shown}\``} | ${cell(about)} |`;
    });

  it('has each with its default, as help says it', () => {
    expect(found).toBe(['| setting | default | what it does |', '| --- | --- | --- |', ...rows].join('\n'));
  });
});

describe('pricesheet.schema.json', () => {
  const schema = configSchema() as { readonly $defs: { readonly settings: { readonly properties: object } } };
  const isValid = new Ajv2020({ allowUnionTypes: true }).compile(schema);

  /** Whether the program can use a value of the config file. */
  function isUsable(flag: string, value: unknown): boolean {
    const text = toText(flag, value);
    return text.ok && byKey.get(flag)?.parse(text.value).ok === true;
  }

  it('has a list of words as an array, for programs', () => {
    const isOption = new Ajv2020().compile(schemaOf(EXPORT_SETTINGS.fields));
    expect([['cost'], ['price'], 'cost'].map((given) => isOption(given))).toEqual([true, false, true]);
  });

  it('knows every setting that a config file can give', () => {
    const given = [...byKey.values()].filter(({ from }) => from === undefined);
    expect(Object.keys(schema.$defs.settings.properties).sort()).toEqual(given.map(({ key }) => key).sort());
  });

  it.each([
    ['rate', 'auto'],
    ['units', 'DZ=12, CS = 24'],
    ['where', 'warehouse=MAIN,status!=ended'],
    ['header-row', 'none'],
    ['max-updates', '20'],
    ['max-updates', '10 %'],
    ['reread', '30s'],
    ['reread', 'off'],
    ['max-change', '50'],
    ['max-invalid', '10%'],
    ['fee', '0.30'],
    ['fee-percent', '15 %'],
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
    ['reread', 0],
    ['wait-lock', 60],
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
    ['map', {}],
    ['leave-out', { UOM: 'numbers' }],
    ['notes', { VAT: 'left' }],
    ['units', { DZ: 0 }],
    ['where', ['warehouse']],
    ['decimal', ';'],
    ['currency', 'euro'],
    ['history', ' '],
    ['fee', -1],
    ['fee-percent', 100],
    ['max-age', '30'],
    ['max-updates', '10 percent'],
    ['webhook', 'ftp://example.com'],
    ['attention', 'some'],
  ])('refuses %s as %j, as the program does', (flag, value) => {
    expect([isUsable(flag, value), isValid({ [flag]: value })]).toEqual([false, false]);
  });
});
