import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defuseCell, restoreCell } from '../../src/domain/csv-cells.ts';
import { runs } from '../support/runs.ts';

/** Any text at all, halves of characters included, with what matters here made likely. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."'''=+-@\t\r\n＝＋－＠0123456789.,\"; "),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    { maxLength: 12 },
  )
  .map((units) => units.join(''));

const STARTERS = [...'=+-@\t\r\n＝＋－＠'];

/** A signed number, written without a regular expression in common with the code. */
function isPlainNumber(text: string): boolean {
  const digits = text.startsWith('+') || text.startsWith('-') ? text.slice(1) : text;
  return digits.split(/[.,]/).every((part) => part !== '' && [...part].every((c) => c >= '0' && c <= '9'));
}

describe('defuseCell', () => {
  it.each([
    ...['=1+1', '=HYPERLINK("http://example.com";"x")', '+1+1', '-1+1', '-cmd|" /c calc"!A1', '@SUM(A1:A2)'],
    ...['＝1+1', '＋1+1', '－1', '＠SUM(A1)'],
    ...['-', ' -', '-A1', '-1e5', '-.5', '-1\n'],
    ...["'=1+1", "''-1", "'\t1", '"=1+1"', '" =1+1', '"\'=1+1'],
    ...[' =1+1', '\u00a0=1+1', '\u3000＝1+1'],
    ...['\ufeff=1+1', '\u200b@SUM(A1)', '\u202e-A1', '\u0000=1'],
  ])('puts an apostrophe before %j', (text) => {
    expect(defuseCell(text)).toBe(`'${text}`);
  });

  it.each([
    ...['0', '12.99', '-3.5', '+5', '-1,234.50', '-1.234,50', ' -5', '  +1.50'],
    ...['', 'MUG-01', 'a=b', 'é', ' a', '\u200b'],
    ...["O'Neill", "'", "'text", '"', '" a"'],
  ])('leaves %j alone', (text) => {
    expect(defuseCell(text)).toBe(text);
  });

  it('leaves nothing at the start of a cell that a spreadsheet would run, but for plain numbers', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = defuseCell(text);
        const bare = cell.replace(/^[\s"]+/, '');
        if (STARTERS.some((starter) => bare.startsWith(starter))) expect(isPlainNumber(bare)).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('never touches a plain number', () => {
    const sign = fc.constantFrom('', '+', '-');
    const groups = fc.array(fc.stringMatching(/^[0-9]{1,9}$/), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sign, groups, fc.constantFrom('.', ','), (sign, groups, between) => {
        const number = sign + groups.join(between);
        expect(defuseCell(number)).toBe(number);
        expect(restoreCell(number)).toBe(number);
      }),
    );
  });
});

describe('restoreCell', () => {
  it.each(["'=1+1", "''=1+1", "'-", "' =1+1", "'\u200b=1"])('drops the first apostrophe of %j', (cell) => {
    expect(restoreCell(cell)).toBe(cell.slice(1));
  });

  it.each(["'-5", "' -5", "'text", "''text", '=1+1', "'", ''])('reads %j as it is written', (cell) => {
    expect(restoreCell(cell)).toBe(cell);
  });
});

describe('a cell that a spreadsheet of another locale splits', () => {
  /** What a spreadsheet makes of a record that it splits there, and nowhere else, with quotes only where they begin a field. */
  function fieldsOf(record: string, separator: string): readonly string[] {
    return record.split(/[\r\n]/).flatMap((line) => line.split(separator));
  }

  it.each([
    ['nix;=2+2', "'nix;'=2+2"],
    ['nix,=2+2', "'nix,'=2+2"],
    ['nix\t=2+2', "'nix\t'=2+2"],
    ['nix\n@SUM(A1)', "'nix\n'@SUM(A1)"],
    ['a; "=1', `'a;' "=1`],
    ['a;-2+3+cmd|x', "'a;'-2+3+cmd|x"],
    ['=1;=2', "'=1;'=2"],
    ["a;'=1", "'a;''=1"],
    [';\t=1', "';'\t'=1"],
    ['a; --x|y!A0', "'a;' --x|y!A0"],
    ['a; --x b(1)', "'a;' --x b(1)"],
    ['a;＝1', "'a;'＝1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
  ])('%j is written %j, and read back', (text, cell) => {
    expect(defuseCell(text)).toBe(cell);
    expect(restoreCell(cell)).toBe(text);
  });

  it.each([
    ...['12,-', 'a;b', 'cost 5, -3.5 %', 'a +1;-2', 'a, b = c', 'x;=', "a;'b"],
    'under the cost 3.95; --allow below_cost lets it pass',
  ])('leaves %j alone', (text) => {
    expect(defuseCell(text)).toBe(text);
    expect(restoreCell(text)).toBe(text);
  });

  const likely = fc
    .array(fc.constantFrom(...`;,\t\n'"=+-@＝ 12%ax\u200b`), { maxLength: 10 })
    .map((units) => units.join(''));

  it('comes back exactly, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(likely, anyText), (text) => {
        expect(restoreCell(defuseCell(text))).toBe(text);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('begins no field with a formula, wherever it is split', () => {
    fc.assert(
      fc.property(likely, fc.constantFrom(';', ',', '\t'), (text, separator) => {
        const fields = fieldsOf(defuseCell(text), separator).slice(1);
        const bare = fields.map((field) => field.replace(/^["\s\u200b]+/, ''));
        expect(bare.filter((field) => /^[=@＝]./.test(field.trimEnd()))).toEqual([]);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('takes no longer for a long run of separators', () => {
    const text = ';\t'.repeat(500_000);
    expect(defuseCell(text)).toBe(text);
    expect(restoreCell(defuseCell(`${text}=1`))).toBe(`${text}=1`);
  });
});
