import * as fs from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJsonText } from '../../../src/domain/json-text.ts';
import { toLineBlocks } from '../../../src/run/disk/line-block.ts';
import { renderSealed } from '../../../src/run/folder/render-sealed.ts';
import { LineFinder, toNeedle } from '../../../src/run/history/lines-with.ts';
import { NAUGHTY_SKUS } from '../../support/naughty-text.ts';
import { tempFolder } from '../../support/temp-folder.ts';

function openFile() {
  const path = join(tempFolder(), 'file');
  const finder = new LineFinder(fs);
  return (text: string, sku: string): readonly string[] => {
    writeFileSync(path, text);
    return finder.find(path, toNeedle('"sku":"', toJsonText(sku).slice(1))).lines;
  };
}

function toLine(sku: string, filler = 0): string {
  return toJsonText({ kind: 'change', line: filler, sku, note: 'x'.repeat(filler) });
}

describe('LineFinder', () => {
  it('finds exactly the lines that parsing each of them would find', () => {
    const find = openFile();
    const sku = fc.oneof(
      fc.constantFrom(...NAUGHTY_SKUS, 'A', 'AB', 'sku', 'MUG-01', 'MUG-011', 'XMUG-01'),
      fc.string(),
    );
    const line = fc.tuple(sku, fc.constantFrom(0, 10, 200));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), sku, (lines, wanted) => {
        const texts = lines.map(([each, filler]) => toLine(each, filler));
        const found = find(texts.map((text) => `${text}\n`).join(''), wanted);
        expect(found).toEqual(texts.filter((text) => JSON.parse(text).sku === wanted));
      }),
    );
  });

  it.each([0, 1, 7, 65_500, 65_536, 70_000, 300_000])(
    'finds a line behind one of %i bytes more',
    (filler) => {
      const find = openFile();
      const lines = [
        toLine('OTHER', filler),
        toLine('MUG-01', 3),
        toLine('OTHER', filler),
        toLine('MUG-01', filler),
      ];
      expect(find(`${lines.join('\n')}\n`, 'MUG-01')).toEqual([lines[1], lines[3]]);
    },
  );

  it('reads no line that has no end', () => {
    expect(openFile()(`${toLine('A')}\n${toLine('A', 5)}`, 'A')).toEqual([toLine('A')]);
  });

  it('does not take the SKU of another field', () => {
    expect(openFile()('{"note":"MUG-0001","sku":"A"}\n', 'MUG-0001')).toEqual([]);
  });

  it.each([0, 1, 7, 65_300, 65_536, 70_000, 300_000])(
    'holds a file with lines of %i bytes more against its checksum',
    (filler) => {
      const path = join(tempFolder(), 'file');
      const finder = new LineFinder(fs);
      const isWhole = (text: string, sku: string): boolean => {
        writeFileSync(path, text);
        return finder.find(path, toNeedle('"sku":"', `${sku}"`)).isWhole;
      };
      const lines = ['A', 'B', 'C'].map((sku) => ({ kind: 'change', sku, note: 'ä'.repeat(filler) }));
      const text = [
        ...renderSealed({ kind: 'run' }, toLineBlocks(lines.map((line) => toJsonText(line)))),
      ].join('');
      expect([isWhole(text, 'A'), isWhole(text, 'C'), isWhole(text, 'NONE')]).toEqual([true, true, true]);
      const changed = text.replace('"sku":"B"', '"sku":"D"');
      // Without a line to show, only the end is looked at.
      expect([isWhole(changed, 'A'), isWhole(changed, 'NONE')]).toEqual([false, true]);
      expect([isWhole(`${text}x`, 'NONE'), isWhole(text.slice(0, -1), 'NONE')]).toEqual([false, false]);
    },
  );
});
