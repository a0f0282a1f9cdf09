import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../src/domain/status.ts';
import { collectOutput, type Ended } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const DEMO = resolve(import.meta.dirname, '../../dist/demo.js');

function runDemo(cwd: string, ...argv: readonly string[]): Promise<Ended> {
  // A key of the user's own must not lead the demo to a real account.
  const env = {
    PATH: process.env['PATH'],
    XDG_STATE_HOME: tempFolder(),
    PRICESHEET_BASE_URL: 'https://example.com',
    PRICESHEET_API_KEY: 'real-key',
  };
  const child = spawn(process.execPath, [DEMO, ...argv], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  return collectOutput(child);
}

/** The folder that the last line names. */
function runsOf(cwd: string, stdout: string): string {
  const [, folder = ''] = /^Every run's files are in (\S+):/m.exec(stdout) ?? [];
  return join(cwd, folder);
}

describe('the demo', () => {
  it('sets a folder up, shows, sends and takes back, in 62 lines, of which none is a fault', async () => {
    const cwd = tempFolder();
    const { code, stdout, stderr } = await runDemo(cwd);
    expect(code).toBe(0);
    expect((stdout + stderr).split('\n').length - 1).toBeLessThanOrEqual(62);
    const commands = [...stdout.matchAll(/^\$ pricesheet (\w+)/gm)].map(([, command]) => command);
    expect(commands).toEqual(['init', 'diff', 'sync', 'undo']);
    expect(stdout).not.toMatch(/exit code|Needs attention|may still arrive|failed/);
    expect(stdout).toMatch(/MUG-RED-01 +cost +6\.15 +6\.35 /);
    for (const step of ['diff', 'sync', 'undo'])
      expect(existsSync(join(runsOf(cwd, stdout), step, 'results.csv'))).toBe(true);
  });

  it('shows some of every outcome with --faults, and exits 0', async () => {
    const cwd = tempFolder();
    const { code, stdout } = await runDemo(cwd, '--faults');
    expect(code).toBe(0);
    // Its account has no earlier nights, so nothing could have been changed since one of them: no row is held.
    const seen = new Set(
      ['diff', 'sync', 'undo'].flatMap((step) => {
        const results = readFileSync(join(runsOf(cwd, stdout), step, 'results.csv'), 'utf8');
        return [...results.matchAll(/^\d+,[^,]*,(\w+),/gm)].map(([, status]) => status);
      }),
    );
    expect(STATUSES.filter((status) => !seen.has(status))).toEqual(['held']);
  });
});
