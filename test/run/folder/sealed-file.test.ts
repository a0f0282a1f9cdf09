import * as disk from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { RunFolderError } from '../../../src/domain/errors.ts';
import { readPlanLines, renderSealed } from '../../../src/run/folder/plan-file.ts';
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

/** Whether it is taken for the whole file that has this seal. */
function isRead(text: string | Uint8Array, expected: string): boolean {
  writeFileSync(path, text);
  try {
    Array.from(readPlanLines(path, { seal: expected, disk }));
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(RunFolderError);
    return false;
  }
}

beforeEach(() => {
  path = join(tempFolder(), 'plan.ndjson');
});

describe('a sealed file', () => {
  const whole = seal(LINES);
  const bytes = Buffer.from(whole.text);

  it.each([[LINES], [LINES.slice(1)], [[]]])('gives back what was written, and its seal: %j', (lines) => {
    const { text, seal: expected } = seal(lines);
    writeFileSync(path, text);
    expect([...readPlanLines(path, { seal: expected, disk })]).toEqual(lines);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused wherever it was cut off', () => {
    for (let length = 0; length < bytes.length; length++)
      expect([length, isRead(bytes.subarray(0, length), whole.seal)]).toEqual([length, false]);
  });

  it('is refused whichever byte was changed', () => {
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect([at, isRead(changed, whole.seal)]).toEqual([at, false]);
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
    expect(isRead(`${edit(lines).join('\n')}\n`, whole.seal)).toBe(false);
  });

  it('is refused where another whole one took its place', () => {
    expect(isRead(seal(LINES.slice(1)).text, whole.seal)).toBe(false);
  });

  it.each([
    ['it is incomplete', whole.text.slice(0, -1)],
    ['it was changed after it was written', whole.text.replace('"n":1', '"n":9')],
    ['it changed while it was being read', seal(LINES.slice(1)).text],
  ])('says that %s', (why, text) => {
    writeFileSync(path, text);
    expect(() => [...readPlanLines(path, { seal: whole.seal, disk })]).toThrow(why);
  });
});
