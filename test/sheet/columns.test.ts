import { describe, expect, it } from 'vitest';
import { readHeader } from '../../src/sheet/columns.ts';
import { refusalOf } from './support.ts';

const AT = { line: 1, name: 'prices.csv' };

/** What each header became: `name@index`, with `¢` behind it where its amounts are in cents. */
function read(header: readonly string[]): Readonly<Record<string, string>> {
  const { columns } = readHeader(header, AT);
  return Object.fromEntries(
    [...columns].map(([name, { index, header, inCents }]) => [
      header,
      `${name}@${index}${inCents ? '¢' : ''}`,
    ]),
  );
}

describe('readHeader', () => {
  it.each([
    ['cost', 'cost'],
    ['minimum_price', 'minimum_price'],
    ['min', 'minimum_price'],
    ['min price', 'minimum_price'],
    ['maximum_price', 'maximum_price'],
    ['max', 'maximum_price'],
    ['max price', 'maximum_price'],
    ['strategy', 'strategy'],
    ['repricing', 'repricing'],
    ['manual_price', 'manual_price'],
    ['currency', 'currency'],
    ['platform', 'platform'],
    ['channel', 'channel'],
    ['listing_id', 'listing_id'],
    ['cost_divisor', 'cost_divisor'],
  ])('takes "%s" for %s, whatever its case, spaces, _ and -', (header, name) => {
    const variants = [
      header,
      header.toUpperCase(),
      header.replace(/[ _]/g, '-'),
      header.replace(/[ _]/g, ' ').replace(/\b\w/g, (letter) => letter.toUpperCase()),
      header.replace(/[ _]/g, ''),
      ` ${header.replace(/[ _]/g, ' \u00a0_- ')}\t`,
      [...header].join('_'),
    ];
    for (const variant of variants) {
      expect(read(['SKU', variant])).toEqual({ SKU: 'sku@0', [variant.trim()]: `${name}@1` });
    }
  });

  it.each(['sku', 'SKU', ' Sku ', 's-k-u', 'ＳＫＵ', '\ufeffsku'])('finds the SKU under %j', (header) => {
    expect(Object.values(read(['note', header]))).toEqual(['sku@1']);
  });

  it.each(['cost', 'minimum_price', 'maximum_price', 'manual_price'])(
    'reads %s_cents as an amount in cents',
    (name) => {
      expect(read(['sku', `${name}_cents`])).toMatchObject({ [`${name}_cents`]: `${name}@1¢` });
      expect(Object.values(read(['sku', `${name.replace('_', ' ').toUpperCase()} Cents`]))).toContain(
        `${name}@1¢`,
      );
    },
  );

  it.each([
    ['words that mean nothing here', ['Title', 'price', 'cost price', 'minimum', 'asin', 'min_qty']],
    ['cents of what is no amount', ['sku_cents', 'strategy_cents', 'cents', 'cost_divisor_cents']],
    [
      'words that mean something in JavaScript',
      ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'],
    ],
    ['the same word twice', ['note', 'note']],
    ['the remarks of a retry file', ['status', 'reason', 'message']],
  ])('ignores %s, and names them', (_what, headers) => {
    const { columns, ignored } = readHeader([...headers, 'sku'], AT);
    expect([...columns.keys()]).toEqual(['sku']);
    expect(columns.get('sku')?.index).toBe(headers.length);
    expect(ignored).toEqual(headers);
  });

  it('does not name columns without a header', () => {
    expect(readHeader(['', 'sku', '  ', 'x', ''], AT).ignored).toEqual(['x']);
  });

  it.each([
    ['sku', 'SKU', 'sku'],
    ['min', 'Minimum Price', 'minimum_price'],
    ['max_price', 'max', 'maximum_price'],
    ['cost', 'cost_cents', 'cost'],
    ['listing_id', 'Listing ID', 'listing_id'],
  ])('refuses "%s" beside "%s"', (one, other, meaning) => {
    const header = meaning === 'sku' ? [one, other] : ['sku', one, 'note', other];
    expect(refusalOf(() => readHeader(header, AT))).toEqual({
      message: `Cannot read the sheet "prices.csv": the columns "${one}" and "${other}" both mean ${meaning}`,
      hint: 'Rename one of them',
    });
  });

  it('without a SKU says which columns it found instead', () => {
    expect(refusalOf(() => readHeader([' Item No. ', 'Cost', ''], { line: 3, name: 'erp.csv' }))).toEqual({
      message:
        'Cannot read the sheet "erp.csv": no column named "sku" on line 3, only "Item No.", "Cost", ""',
      hint: 'The first line of a sheet names its columns; rename the column that holds the SKU to "sku"',
    });
  });

  it.each([
    ['sku;cost;min', 'The cells look delimited by ";"; pass --delimiter ";"'],
    ['sku\tcost', 'The cells look delimited by tabs; pass --delimiter tab'],
    ['sku|cost', 'The cells look delimited by "|"; pass --delimiter "|"'],
  ])('without a SKU, but in one piece, guesses the delimiter of %j', (line, hint) => {
    expect(refusalOf(() => readHeader([line], AT))).toEqual({
      message: `Cannot read the sheet "prices.csv": no column named "sku" on line 1, only "${line}"`,
      hint,
    });
  });
});
