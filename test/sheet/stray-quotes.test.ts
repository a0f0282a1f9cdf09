import { describe, expect, it } from 'vitest';
import { read, refusalOfWork } from './support.ts';

const BEHIND = 'continues after its closing quote: a quote inside a quoted cell has to be doubled';
const INSIDE = 'contains a quote but is not quoted itself';
const FILLER = Array.from({ length: 5000 }, (_, at) => `A-${at},"Mug, big",1.25\n`).join('');

describe('a quote that is written once', () => {
  it.each([
    ['in the first row', 'sku,title,cost\nMUG,"24" monitor",12.50\nB,y,3.40\n', 2, 2, BEHIND],
    ['in the last row', 'sku,title,cost\nA,x,1.20\nB,y,3.40\nMUG,"24" monitor",12.50\n', 4, 2, BEHIND],
    ['in the header', '"sku","ti"tle","cost"\n"A","x","12.50"\n', 1, 2, BEHIND],
    ['in row 5000', `sku,title,cost\n${FILLER}MUG,"24" monitor",12.50\nB,y,3\n`, 5002, 2, BEHIND],
    ['at the end of a cell', '"sku","title","cost"\n"A","monitor 24"","1.50"\n"B","y","2"\n', 2, 2, BEHIND],
    ['in a cell without quotes', 'sku,title,cost\nA,"x, y",1.20\nMUG,24" monitor,12.50\n', 3, 2, INSIDE],
    ['in the SKU', 'sku,title,cost\n"MUG-24"B",x,12.50\nB,y,3\n', 2, 1, BEHIND],
    ['between semicolons', 'sku;cost;title\nA;1,20;x\nB;3,40;"19" y"\n', 3, 3, BEHIND],
    ['between pipes', '"sku"|"title"|"cost"\n"A"|"24" x"|"1.20"\n"B"|"y"|"2"\n', 2, 2, BEHIND],
    ['behind a cell of two lines', 'sku,title,cost\nA,"x\ny",1\nB,"24" x",1.20\n', 4, 2, BEHIND],
  ])('is named with its line and its cell: %s', async (_name, text, line, cell, cause) => {
    const { message, hint } = await refusalOfWork(read(text));
    const place = `cell ${cell} of the row that starts on line ${line}`;
    expect(message).toBe(`Cannot read the sheet "prices.csv": ${place} ${cause}`);
    expect(hint).toContain(
      'if quotes are ordinary characters in the whole file, set "quote" in pricesheet.json to "none"',
    );
    expect(`${message} ${hint}`).not.toContain('delimiter');
  });

  it('is named as such under a "quote" that says what quotes are', async () => {
    const { message } = await refusalOfWork(read('sku;cost;t\nA;1;"19" y"\n', { quote: '"' }));
    expect(message).toContain(`cell 3 of the row that starts on line 2 ${BEHIND}`);
  });

  it('is an ordinary character under the "none" that the hint names', async () => {
    const { rows } = await read('sku,title,cost\nMUG,"24" monitor",12.50\nB,y,3.40\n', { quote: 'none' });
    expect(rows.map((row) => row.kind === 'row' && [row.target.sku, row.requested.cost])).toEqual([
      ['MUG', 1250],
      ['B', 340],
    ]);
  });

  it.each([
    ['a comma sheet', 'sku,title,cost\nMUG,24" monitor,12.50\nB,y,3.40\n'],
    ['a sheet of pipes', 'sku|title|cost\nMUG|24"|12.50\nB|19" rack|3.40\n'],
  ])('is read as it is where no cell is in quotes: in %s', async (_name, text) => {
    const { rows, reading } = await read(text);
    expect(reading.dialect.quote).toBe('none');
    expect(rows.map((row) => row.kind === 'row' && row.requested.cost)).toEqual([1250, 340]);
  });
});
