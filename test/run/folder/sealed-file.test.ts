import * as disk from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { RunFolderError } from '../../../src/domain/errors.ts';
import { readSealedFile, readSealedLines } from '../../../src/run/folder/read-sealed-lines.ts';
import { renderSealed } from '../../../src/run/folder/render-sealed.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let path = '';
const LINES = ['{"n":0,"sku":"Größe 1"}', '{"n":1}', '{"n":2}'];

function seal(lines: readonly string[]): { readonly text: string; readonly seal: string } {
  const blocks = lines.map((line) => ({ count: 1, bytes: Buffer.from(`${line}\n`) }));
  const rendered = renderSealed({ kind: 'plan' }, blocks);
  let text = '';
  for (let next = rendered.next(); ; next = rendered.next()) {
    if (next.done) return { text, seal: next.value };
    text += next.value.toString();
  }
}

function readAll(lines: Generator<string, string>) {
  const read: string[] = [];
  for (let next = lines.next(); ; next = lines.next()) {
    if (next.done) return { read, seal: next.value };
    read.push(next.value);
  }
}

const refuse = (why: string) => new Error(`Refused: ${why}`);

/** Whether each of the three ways to read it takes it for whole. */
function verdicts(text: string | Uint8Array): readonly boolean[] {
  writeFileSync(path, text);
  const isRead = (read: () => unknown): boolean => {
    try {
      read();
      return true;
    } catch {
      return false;
    }
  };
  return [
    isRead(() => readAll(readSealedFile(path, disk, refuse))),
    isRead(() => readAll(readSealedLines(path, disk))),
  ];
}

beforeEach(() => {
  path = join(tempFolder(), 'plan.ndjson');
});

describe('a sealed file', () => {
  const whole = seal(LINES);
  const bytes = Buffer.from(whole.text);

  it.each([[LINES], [LINES.slice(1)], [[]]])('gives back what was written, and its seal: %j', (lines) => {
    const { text, seal: expected } = seal(lines);
    expect(verdicts(text)).toEqual([true, true]);
    expect(readAll(readSealedFile(path, disk, refuse))).toEqual({
      read: ['{"kind":"plan"}', ...lines],
      seal: expected,
    });
    expect(readAll(readSealedLines(path, disk))).toEqual({ read: lines, seal: expected });
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused wherever it was cut off', () => {
    for (let length = 0; length < bytes.length; length++)
      expect([length, ...verdicts(bytes.subarray(0, length))]).toEqual([length, false, false]);
  });

  it('is refused whichever byte was changed', () => {
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect([at, ...verdicts(changed)]).toEqual([at, false, false]);
    }
  });

  it.each([
    ['with a line left out', (lines: readonly string[]) => lines.toSpliced(1, 1)],
    ['with a line twice', (lines: readonly string[]) => lines.toSpliced(1, 0, lines[1] ?? '')],
    [
      'with two lines in each other’s place',
      (lines: readonly string[]) => lines.toSpliced(1, 2, lines[2] ?? '', lines[1] ?? ''),
    ],
    ['with more behind its end', (lines: readonly string[]) => [...lines, '{"n":3}']],
    ['with its end twice', (lines: readonly string[]) => [...lines, lines.at(-1) ?? '']],
    ['with nothing but its end', (lines: readonly string[]) => lines.slice(-1)],
  ])('is refused %s', (_name, edit) => {
    const lines = whole.text.split('\n').slice(0, -1);
    expect(verdicts(`${edit(lines).join('\n')}\n`)).toEqual([false, false]);
  });

  it('says whether it is incomplete or was changed', () => {
    const said = (text: string): unknown => {
      writeFileSync(path, text);
      try {
        return readAll(readSealedLines(path, disk));
      } catch (error) {
        return error;
      }
    };
    const [cut, changed] = [said(whole.text.slice(0, -1)), said(whole.text.replace('"n":1', '"n":9'))];
    expect([cut, changed].every((error) => error instanceof RunFolderError)).toBe(true);
    expect(cut).toMatchObject({ message: expect.stringContaining('it is incomplete') });
    expect(changed).toMatchObject({
      message: expect.stringContaining('it was changed after it was written'),
    });
  });
});
