import { describe, expect, it } from 'vitest';
import { baseUrl } from '../../../src/cli/settings/parse-address.ts';
import { columnMap, listOf } from '../../../src/cli/settings/parse-names.ts';
import * as parse from '../../../src/cli/settings/parse-setting.ts';
import type { Parsed } from '../../../src/cli/settings/setting.ts';

/** A value, or `refused`. */
function outcome(parsed: Parsed<unknown>): unknown {
  return parsed.ok ? parsed.value : 'refused';
}

function why(parsed: Parsed<unknown>): string {
  return parsed.ok ? '' : parsed.why;
}

const REFUSED = 'refused';

describe('oneOf', () => {
  it.each([
    ['a word', 'one', 'one'],
    ['the other word', 'all', 'all'],
    ['a word in capitals', 'ONE', REFUSED],
    ['a word with a blank', 'one ', REFUSED],
    ['a part of a word', 'on', REFUSED],
    ['nothing', '', REFUSED],
    ['a name of every object', 'constructor', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.oneOf('one', 'all')(text))).toBe(expected);
  });

  it('names the words', () => {
    expect(why(parse.oneOf('one', 'all')('two'))).toBe('is not one of one, all');
  });
});

describe('wholeNumber', () => {
  it.each([
    ['the least', '1', 1],
    ['the most', '256', 256],
    ['below', '0', REFUSED],
    ['above', '257', REFUSED],
    ['leading zeros', '007', 7],
    ['a sign', '+5', REFUSED],
    ['negative', '-5', REFUSED],
    ['a fraction', '1.0', REFUSED],
    ['an exponent', '1e2', REFUSED],
    ['hexadecimal', '0x10', REFUSED],
    ['a blank', ' 5', REFUSED],
    ['a separator', '1,000', REFUSED],
    ['nothing', '', REFUSED],
    ['infinity', 'Infinity', REFUSED],
    ['digits of another script', '٥', REFUSED],
    ['more digits than can be exact', '1'.repeat(16), REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.wholeNumber({ from: 1, to: 256, what: 'a whole number' })(text))).toBe(expected);
  });

  it('names the range', () => {
    expect(why(parse.wholeNumber({ from: 1, to: 9, what: 'a port' })('x'))).toBe('is not a port from 1 to 9');
  });
});

describe('decimalNumber', () => {
  it.each([
    ['whole', '10', 10],
    ['a fraction', '0.5', 0.5],
    ['the least', '0.01', 0.01],
    ['below', '0.001', REFUSED],
    ['zero', '0', REFUSED],
    ['the most', '100', 100],
    ['above', '100.000001', REFUSED],
    ['a comma', '0,5', REFUSED],
    ['no whole part', '.5', REFUSED],
    ['no fraction after the point', '5.', REFUSED],
    ['negative', '-1', REFUSED],
    ['not a number', 'NaN', REFUSED],
    ['the word auto', 'auto', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.decimalNumber({ from: 0.01, to: 100, what: 'a rate' })(text))).toBe(expected);
  });
});

describe('percentage', () => {
  it.each([
    ['a number', '50', 50],
    ['with its sign', '12.5%', 12.5],
    ['with a blank before its sign', '12.5 %', 12.5],
    ['zero', '0', 0],
    ['above 100', '250', 250],
    ['negative', '-5', REFUSED],
    ['only a sign', '%', REFUSED],
    ['two signs', '5%%', REFUSED],
    ['a comma', '12,5', REFUSED],
    ['four places', '1.2345', REFUSED],
    ['nothing', '', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.percentage(text))).toBe(expected);
  });
});

describe('countOrPercent', () => {
  it.each([
    ['a number', '20', { kind: 'count', count: 20 }],
    ['zero', '0', { kind: 'count', count: 0 }],
    ['a percentage', '10%', { kind: 'percent', percent: 10 }],
    ['a fraction of a percent', '0.5%', { kind: 'percent', percent: 0.5 }],
    ['a fraction without a sign', '0.5', REFUSED],
    ['negative', '-1', REFUSED],
    ['words', 'ten', REFUSED],
    ['only a sign', '%', REFUSED],
    ['nothing', '', REFUSED],
    ['a number too long', '1234567890', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.countOrPercent(text))).toEqual(expected);
  });
});

describe('nonBlank', () => {
  it.each([
    ['text', 'a b', 'a b'],
    ['nothing', '', REFUSED],
    ['blanks', ' \t', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.nonBlank(text))).toBe(expected);
  });
});

describe('baseUrl', () => {
  it.each([
    ['https', 'https://api.example.com', 'https://api.example.com'],
    ['with a path', 'https://api.example.com/v1', 'https://api.example.com/v1'],
    ['with slashes at the end', 'https://api.example.com/v1//', 'https://api.example.com/v1'],
    ['with a port', 'https://api.example.com:8443', 'https://api.example.com:8443'],
    ['in capitals', 'HTTPS://API.Example.COM', 'https://api.example.com'],
    ['http to localhost', 'http://localhost:3000', 'http://localhost:3000'],
    ['http to 127.0.0.1', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http to another address of this machine', 'http://127.9.9.9', 'http://127.9.9.9'],
    ['http to ::1', 'http://[::1]:3000', 'http://[::1]:3000'],
    ['http to somewhere', 'http://api.example.com', REFUSED],
    ['http to a host that only begins like this machine', 'http://127.0.0.1.example.com', REFUSED],
    ['http to a host that only begins like localhost', 'http://localhost.example.com', REFUSED],
    ['http to a neighbour', 'http://192.168.0.1', REFUSED],
    ['http to every address', 'http://0.0.0.0', REFUSED],
    ['http with this machine for a user name', 'http://localhost@example.com', REFUSED],
    ['another protocol', 'ftp://api.example.com', REFUSED],
    ['a file', 'file:///etc/passwd', REFUSED],
    ['a user name', 'https://user@api.example.com', REFUSED],
    ['a user name and a password', 'https://user:pass@api.example.com', REFUSED],
    ['a password alone', 'https://:pass@api.example.com', REFUSED],
    ['a query', 'https://api.example.com/?key=1', REFUSED],
    ['a fragment', 'https://api.example.com/#v1', REFUSED],
    ['no protocol', 'api.example.com', REFUSED],
    ['no host', 'https://', REFUSED],
    ['nothing', '', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(baseUrl(text))).toBe(expected);
  });
});

describe('delimiter', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
    ['\\t', '\t'],
    [',', ','],
    [';', ';'],
    ['\t', '\t'],
    ['^', '^'],
    ['"', REFUSED],
    ["'", REFUSED],
    ['\n', REFUSED],
    ['a', REFUSED],
    ['é', REFUSED],
    ['5', REFUSED],
    [',,', REFUSED],
    ['Comma', REFUSED],
    ['', REFUSED],
    ['💰', REFUSED],
  ])('%j', (text, expected) => {
    expect(outcome(parse.delimiter(text))).toBe(expected);
  });
});

describe('quote', () => {
  it.each([
    ['double', '"'],
    ['"', '"'],
    ['single', "'"],
    ["'", "'"],
    ['none', 'none'],
    ['', REFUSED],
    ['Double', REFUSED],
    ['`', REFUSED],
    ['constructor', REFUSED],
  ])('%j', (text, expected) => {
    expect(outcome(parse.quote(text))).toBe(expected);
  });
});

describe('encoding', () => {
  it.each([
    ['utf-8', 'utf-8'],
    ['UTF8', 'utf-8'],
    ['windows-1252', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['utf-16', 'utf-16le'],
    ['utf-16be', 'utf-16be'],
    ['cp850', 'cp850'],
    ['IBM437', 'cp437'],
    ['ansi', REFUSED],
    ['utf-9', REFUSED],
    ['', REFUSED],
    ['constructor', REFUSED],
  ])('%j', (text, expected) => {
    expect(outcome(parse.encoding(text))).toBe(expected);
  });

  it('names some', () => {
    expect(why(parse.encoding('x'))).toBe(
      'is not an encoding such as utf-8, windows-1252, utf-16le or cp850',
    );
  });
});

describe('headerRow', () => {
  it.each([
    ['1', 1],
    ['12', 12],
    ['999999', 999_999],
    ['none', 'none'],
    ['0', REFUSED],
    ['01', REFUSED],
    ['-1', REFUSED],
    ['1.5', REFUSED],
    ['1000000', REFUSED],
    ['None', REFUSED],
    ['', REFUSED],
    ['first', REFUSED],
  ])('%j', (text, expected) => {
    expect(outcome(parse.headerRow(text))).toBe(expected);
  });
});

describe('columnMap', () => {
  it.each([
    ['one column', 'sku=Material', { sku: 'Material' }],
    ['several', 'sku=Material,cost=E', { sku: 'Material', cost: 'E' }],
    ['blanks around', ' sku = Material , cost = Moving price ', { sku: 'Material', cost: 'Moving price' }],
    ['fields in capitals', 'SKU=a,Cost=b', { sku: 'a', cost: 'b' }],
    ['short names', 'sku=a,min=b,max=c', { sku: 'a', minimum_price: 'b', maximum_price: 'c' }],
    [
      'a header with a comma',
      'sku=Teil,cost=Preis, netto,min=c',
      { sku: 'Teil', cost: 'Preis, netto', minimum_price: 'c' },
    ],
    ['a header with an equals sign', 'sku=a=b', { sku: 'a=b' }],
    ['a header that ends in a comma', 'cost=Preis,', { cost: 'Preis,' }],
    ['a field without a column', 'sku=a,cost=', { sku: 'a', cost: '' }],
    ['a field without a column in the middle', 'cost=,min=,sku=a', { cost: '', minimum_price: '', sku: 'a' }],
    ['no SKU', 'cost=E', { cost: 'E' }],
    [
      'every field',
      'sku=a,cost=b,minimum_price=c,maximum_price=d,strategy=e,repricing=f,manual_price=g,currency=h,platform=i,channel=j,listing_id=k,cost_divisor=l',
      {
        sku: 'a',
        cost: 'b',
        minimum_price: 'c',
        maximum_price: 'd',
        strategy: 'e',
        repricing: 'f',
        manual_price: 'g',
        currency: 'h',
        platform: 'i',
        channel: 'j',
        listing_id: 'k',
        cost_divisor: 'l',
      },
    ],
  ])('%s', (_name, text, expected) => {
    const parsed = outcome(columnMap(text));
    expect(parsed instanceof Map ? Object.fromEntries(parsed) : parsed).toEqual(expected);
  });

  it.each([
    ['nothing', '', 'holds "", which is not FIELD=HEADER'],
    ['a header alone', 'Material', 'holds "Material", which is not FIELD=HEADER'],
    [
      'a field that is none',
      'price=E',
      'holds "price=E", which is not FIELD=HEADER with one of the fields sku, cost,',
    ],
    ['a name of every object', 'constructor=E', 'holds "constructor=E", which is not FIELD=HEADER'],
    ['a field twice', 'cost=E,cost=F', 'names cost twice'],
    ['a field twice by two names', 'min=E,minimum_price=F', 'names minimum_price twice'],
    ['no column for the SKU', 'sku=,cost=E', 'names no column for the SKU'],
  ])('refuses %s', (_name, text, reason) => {
    expect(why(columnMap(text))).toContain(reason);
  });
});

describe('clearToken', () => {
  it.each([
    ['a word', 'null', 'null'],
    ['a sign', '—', '—'],
    ['several words', 'no value', 'no value'],
    ['zero', '0', REFUSED],
    ['an amount', '-1', REFUSED],
    ['an amount in words and digits', 'x1', REFUSED],
    ['a blank before', ' null', REFUSED],
    ['a blank behind', 'null ', REFUSED],
    ['blanks', '  ', REFUSED],
    ['nothing', '', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.clearToken(text))).toBe(expected);
  });
});

describe('currency', () => {
  it.each([
    ['usd', 'usd'],
    ['EUR', 'eur'],
    ['us', REFUSED],
    ['usdt', REFUSED],
    ['u5d', REFUSED],
    ['$', REFUSED],
    ['', REFUSED],
  ])('%j', (text, expected) => {
    expect(outcome(parse.currency(text))).toBe(expected);
  });
});

describe('listOf', () => {
  const names = listOf('max_change', 'zero_price');
  it.each([
    ['one', 'zero_price', ['zero_price']],
    ['two, with blanks', ' zero_price , max_change', ['max_change', 'zero_price']],
    ['one twice', 'zero_price,zero_price', ['zero_price']],
    ['an unknown one', 'zero', REFUSED],
    ['an unknown one among others', 'zero_price,all', REFUSED],
    ['an empty one', 'zero_price,', REFUSED],
    ['none', '', REFUSED],
    ['one in capitals', 'ZERO_PRICE', REFUSED],
  ])('%s', (_name, text, expected) => {
    const parsed = outcome(names(text));
    expect(parsed instanceof Set ? [...parsed].sort() : parsed).toEqual(expected);
  });

  it('names what is unknown and what there is', () => {
    expect(why(names('zero,max_change,all'))).toBe(
      'names "zero", "all"; the names are max_change, zero_price',
    );
  });
});

describe('share', () => {
  it.each([
    ['a percentage', '5%', 0.05],
    ['all', '100', 1],
    ['none', '0', 0],
    ['more than all', '101', REFUSED],
    ['words', 'half', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.share(text))).toBe(expected);
  });
});

describe('range', () => {
  it.each([
    ['a number', '50', 50],
    ['a range', '20-200', [20, 200]],
    ['a range of one', '20-20', [20, 20]],
    ['backwards', '200-20', REFUSED],
    ['no end', '20-', REFUSED],
    ['negative', '-20', REFUSED],
    ['words', 'a-b', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.range(text))).toEqual(expected);
  });
});

describe('shard', () => {
  it.each([
    ['the first', '1/4', { index: 1, of: 4 }],
    ['the last', '4/4', { index: 4, of: 4 }],
    ['the only one', '1/1', { index: 1, of: 1 }],
    ['one that counts from 0', '0/4', REFUSED],
    ['one too many', '5/4', REFUSED],
    ['of none', '0/0', REFUSED],
    ['of very many', '1/1001', REFUSED],
    ['a number alone', '2', REFUSED],
    ['a blank in it', '1 / 4', REFUSED],
    ['less than nothing', '-1/4', REFUSED],
  ])('%s', (_name, text, expected) => {
    expect(outcome(parse.shard(text))).toEqual(expected);
  });

  it('says what to do with an index that counts from 0', () => {
    expect(why(parse.shard('0/4'))).toContain('an index that counts from 0 has to be one more');
  });
});

describe('age', () => {
  it.each([
    ['30s', 30_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['24h', 86_400_000],
    ['0', 0],
    ['0s', 0],
    ['off', 'off'],
  ])('takes %s', (text, value) => {
    expect(parse.age(text)).toEqual({ ok: true, value });
  });

  it.each(['', '5', '5 m', '-5m', '1.5m', '25h', '1d', 'OFF', 'never', '00'])('refuses %j', (text) => {
    expect(parse.age(text).ok).toBe(false);
  });
});
