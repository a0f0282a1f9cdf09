import { describe, expect, it } from 'vitest';
import { columnMap, listOf } from '../../src/settings/parse-lists.ts';
import * as parse from '../../src/settings/parse-setting.ts';
import { since } from '../../src/settings/parse-setting.ts';
import { type Parsed, text } from '../../src/settings/setting.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { listed } from '../support/listed.ts';

/** Texts that a setting takes, with their values, and texts that it refuses. */
interface Cases {
  readonly takes: Readonly<Record<string, unknown>>;
  readonly refuses: readonly string[];
}

function describeSetting(name: string, parser: (text: string) => Parsed<unknown>, { takes, refuses }: Cases) {
  describe(name, () => {
    it.each(Object.entries(takes))('takes %j', (text, value) => {
      expect(parser(text)).toEqual({ ok: true, value });
    });

    it.each(refuses)('refuses %j', (text) => {
      expect(parser(text).ok).toBe(false);
    });
  });
}

function why(parsed: Parsed<unknown>): string {
  return parsed.ok ? '' : parsed.why;
}

describeSetting('oneOf', parse.oneOf('one', 'all'), {
  takes: { one: 'one', all: 'all' },
  refuses: ['ONE', 'one ', 'on', '', 'constructor'],
});

describeSetting('wholeNumber', parse.wholeNumber({ from: 1, to: 256, what: 'a whole number' }), {
  takes: { '1': 1, '256': 256, '007': 7 },
  refuses: ['0', '257', '+5', '-5', '1.0', '1e2', '0x10', ' 5', '1,000', '', 'Infinity', '٥', '1'.repeat(16)],
});

describeSetting('decimalNumber', parse.decimalNumber({ from: 0.01, to: 100, what: 'a rate' }), {
  takes: { '10': 10, '0.5': 0.5, '0.01': 0.01, '100': 100 },
  refuses: ['0.001', '0', '100.000001', '0,5', '.5', '5.', '-1', 'NaN', 'auto'],
});

describeSetting('percentage', parse.percentage, {
  takes: { '50': 50, '12.5%': 12.5, '12.5 %': 12.5, '0': 0, '250': 250 },
  refuses: ['-5', '%', '5%%', '12,5', '1.2345', ''],
});

describeSetting('fee', parse.feeAmount, {
  takes: { '0.30': 30, '0.3': 30, '3': 300, '0': 0 },
  refuses: ['', '0,30', '0.305', '-1', '1e2', '15%', '0.30 eur', '€0.30', '.5', 'uk=1', '9'.repeat(20)],
});

describeSetting('fee-percent', parse.feeShare, {
  takes: { '15': 15_000, '15%': 15_000, '7.5 %': 7500, '0': 0 },
  refuses: ['', '100', '0.15', '-1', 'uk=5', '12.3456'],
});

describeSetting('countOrPercent', parse.countOrPercent, {
  takes: {
    '20': { kind: 'count', count: 20 },
    '0': { kind: 'count', count: 0 },
    '10%': { kind: 'percent', percent: 10 },
    '0.5%': { kind: 'percent', percent: 0.5 },
  },
  refuses: ['0.5', '-1', 'ten', '%', '', '1234567890'],
});

describeSetting('text', text, { takes: { 'a b': 'a b' }, refuses: ['', ' \t'] });

describeSetting('baseUrl', parse.baseUrl, {
  takes: {
    'https://api.example.com': 'https://api.example.com',
    'https://api.example.com/v1': 'https://api.example.com/v1',
    'https://api.example.com/v1//': 'https://api.example.com/v1',
    'https://api.example.com:8443': 'https://api.example.com:8443',
    'HTTPS://API.Example.COM': 'https://api.example.com',
    'http://localhost:3000': 'http://localhost:3000',
    'http://127.0.0.1:3000': 'http://127.0.0.1:3000',
    'http://127.9.9.9': 'http://127.9.9.9',
    'http://[::1]:3000': 'http://[::1]:3000',
  },
  refuses: ['https://', 'api.example.com', ''],
});

/** Unencrypted to another host, by another protocol, or beside something that may be a key. */
describe('baseUrl: a key is never sent', () => {
  it.each(
    listed(`http://api.example.com, http://127.0.0.1.example.com, http://localhost.example.com, http://192.168.0.1,
      http://0.0.0.0, http://localhost@example.com, ftp://api.example.com, file:///etc/passwd,
      https://user@api.example.com, https://user:pass@api.example.com, https://:pass@api.example.com,
      https://api.example.com/?key=1, https://api.example.com/#v1`),
  )('to %s', (text) => {
    expect(parse.baseUrl(text).ok).toBe(false);
  });
});

describeSetting('delimiter', parse.delimiter, {
  takes: {
    ...{ comma: ',', semicolon: ';', tab: '\t', pipe: '|', '\\t': '\t' },
    ...{ ',': ',', ';': ';', '\t': '\t', '^': '^' },
  },
  refuses: ['"', "'", '\n', 'a', 'é', '5', ',,', 'Comma', '', '💰'],
});

describeSetting('quote', parse.quote, {
  takes: { double: '"', single: "'", none: 'none' },
  refuses: ['', '"', 'Double', '`', 'constructor'],
});

describeSetting('encoding', parse.encoding, {
  takes: {
    'utf-8': 'utf-8',
    UTF8: 'utf-8',
    'windows-1252': 'windows-1252',
    latin1: 'windows-1252',
    'utf-16': 'utf-16le',
    'utf-16be': 'utf-16be',
    cp850: 'cp850',
    IBM437: 'cp437',
  },
  refuses: ['ansi', 'utf-9', '', 'constructor'],
});

describeSetting('headerRow', parse.wordOr('none', parse.line), {
  takes: { '1': 1, '12': 12, '999999': 999_999, none: 'none' },
  refuses: ['0', '-1', '1.5', '1000000', 'None', '', 'first'],
});

describe('columnMap', () => {
  it.each([
    ['one column', 'sku=Material', { sku: 'Material' }],
    ['several', 'sku=Material,cost=E', { sku: 'Material', cost: 'E' }],
    ['blanks around', ' sku = Material , cost = Moving price ', { sku: 'Material', cost: 'Moving price' }],
    ['fields in capitals', 'SKU=a,Cost=b', { sku: 'a', cost: 'b' }],
    ['short names', 'sku=a,min=b,max=c', { sku: 'a', minimum_price: 'b', maximum_price: 'c' }],
    ['a comma in a name', 'sku=a,cost=EK, netto,min=c', { sku: 'a', cost: 'EK, netto', minimum_price: 'c' }],
    ['a header with an equals sign', 'sku=a=b', { sku: 'a=b' }],
    ['a header that ends in a comma', 'cost=Preis,', { cost: 'Preis,' }],
    ['a field without a column', 'sku=a,cost=', { sku: 'a', cost: '' }],
    ['a field without a column in the middle', 'cost=,min=,sku=a', { cost: '', minimum_price: '', sku: 'a' }],
    ['no SKU', 'cost=E', { cost: 'E' }],
    ['JSON', '{"SKU":" A ","cost":"Net,min=B"}', { sku: 'A', cost: 'Net,min=B' }],
  ])('%s', (_name, text, expected) => {
    expect(columnMap(text)).toEqual({ ok: true, value: new Map(Object.entries(expected)) });
  });

  it.each([
    ['', 'holds "", which is not FIELD=HEADER'],
    ['Material', 'holds "Material", which is not FIELD=HEADER'],
    ['price=E', 'holds "price=E", which is not FIELD=HEADER with one of the fields sku, cost,'],
    ['constructor=E', 'holds "constructor=E", which is not FIELD=HEADER'],
    ['cost=E,cost=F', 'has two values for cost'],
    ['min=E,minimum_price=F', 'has two values for minimum_price'],
    ['sku=,cost=E', 'names no column for the SKU'],
  ])('says that %j %s', (text, reason) => {
    expect(why(columnMap(text))).toContain(reason);
  });
});

describeSetting('clearToken', parse.clearToken, {
  takes: { null: 'null', '—': '—', 'no value': 'no value' },
  refuses: ['0', '-1', 'x1', ' null', 'null ', '  ', ''],
});

describeSetting('currency', parse.currency, {
  takes: { usd: 'usd', EUR: 'eur' },
  refuses: ['us', 'usdt', 'u5d', '$', ''],
});

describeSetting('listOf', listOf('max_change', 'zero_price'), {
  takes: {
    zero_price: new Set(['zero_price']),
    ' zero_price , max_change': new Set(['max_change', 'zero_price']),
    'zero_price,zero_price': new Set(['zero_price']),
  },
  refuses: ['zero', 'zero_price,all', 'zero_price,', '', 'ZERO_PRICE'],
});

describeSetting('timeSpan', parse.timeSpan({ from: '1s', to: '7d' }), {
  takes: { '1s': 1000, '90m': 5_400_000, '30h': 108_000_000, '7d': 604_800_000, '1w': 604_800_000 },
  refuses: ['0s', '8d', '169h', '30', '30 h', '1.5h', '-1h', '2w', '1H', 'h', '', '1h30m', 'off', '1234567s'],
});

describeSetting('reread', SETTINGS.reread.parse, {
  takes: { '30s': 30_000, '5m': 300_000, '1h': 3_600_000, '24h': 86_400_000, '0': 0, '0s': 0, off: 'off' },
  refuses: ['', '5', '5 m', '-5m', '1.5m', '25h', '2d', 'OFF', 'never', '00'],
});

describe('a refusal names what is possible', () => {
  it.each([
    ['words', parse.oneOf('one', 'all')('two'), 'is not one of one, all'],
    ['a range', parse.wholeNumber({ from: 1, to: 9, what: 'a port' })('x'), 'is not a port from 1 to 9'],
    ['encodings', parse.encoding('x'), 'is not an encoding such as utf-8, windows-1252, utf-16le or cp850'],
    [
      'names, and those that are unknown',
      listOf('max_change', 'zero_price')('zero,max_change,all'),
      'names "zero", "all"; the names are max_change, zero_price',
    ],
  ])('%s', (_name, refusal, reason) => {
    expect(why(refusal)).toBe(reason);
  });
});

const NOW = Date.parse('2026-11-23T12:00:00Z');

function read(text: string): string {
  const parsed = since(text);
  return parsed.ok ? parsed.value(NOW) : 'refused';
}

describe('since', () => {
  it.each([
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T02:15', '2026-11-01T02:15:00.000Z'],
    ['2026-11-01 02:15:30', '2026-11-01T02:15:30.000Z'],
    ['2026-11-01T02:15Z', '2026-11-01T02:15:00.000Z'],
    ['2026-11-01T02:15:04.5Z', '2026-11-01T02:15:04.500Z'],
    ['2026-11-01T02:15:04.123Z', '2026-11-01T02:15:04.123Z'],
    ['90m', '2026-11-23T10:30:00.000Z'],
    ['24h', '2026-11-22T12:00:00.000Z'],
    ['7d', '2026-11-16T12:00:00.000Z'],
    ['2w', '2026-11-09T12:00:00.000Z'],
    ['0d', '2026-11-23T12:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each(
    listed(', 7, d, 7 d, 7D, -1d, yesterday, 2026-02-30, 2026-13-01, 2026-1-1, 2026-11-01T25:00, 01.11.2026'),
  )('refuses "%s"', (text) => {
    expect(read(text)).toBe('refused');
  });
});
