import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/pages.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { drawTerminal } from './draw-terminal.ts';
import { playPicturedRun } from './pictured-run.ts';

const PICTURES = join(ROOT, 'docs/pictures');

/** The text of a picture: one line for each height at which something is drawn. */
function textOf(svg: string): string {
  const lines = new Map<string, string[]>();
  for (const [, y = '', text = ''] of svg.matchAll(/<text [^>]*y="(\d+)"[^>]*>([^<]*)<\/text>/g))
    lines.set(y, [...(lines.get(y) ?? []), text]);
  return [...lines.values()].map((texts) => texts.join('  ')).join('\n');
}

describe('the pictures of the README', () => {
  it('show what the program prints today; if not, run "npm run pictures"', async () => {
    const { terminal } = await playPicturedRun(tempFolder());
    for (const [name, theme] of [
      ['terminal.svg', 'light'],
      ['terminal-dark.svg', 'dark'],
    ] as const) {
      const shown = readFileSync(join(PICTURES, name), 'utf8');
      const today = drawTerminal(terminal, theme);
      expect(textOf(shown), name).toBe(textOf(today));
      expect(shown).toBe(today);
    }
  });

  it('are small', () => {
    const sizes = readdirSync(PICTURES).map((name) => [name, statSync(join(PICTURES, name)).size] as const);
    expect(sizes.map(([name]) => name).sort()).toEqual([
      'report-dark.png',
      'report.png',
      'terminal-dark.svg',
      'terminal.svg',
    ]);
    expect(sizes.filter(([, bytes]) => bytes > 150_000)).toEqual([]);
  });
});
