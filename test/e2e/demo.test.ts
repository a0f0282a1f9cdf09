import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../src/domain/status.ts';
import { collectOutput, type Ended } from '../support/collect-output.ts';
import { tempFolder } from '../support/temp-folder.ts';

const DEMO = resolve(import.meta.dirname, '../../dist/demo.js');

function runDemo(cwd: string): Promise<Ended> {
  // A key of the user's own must not lead the demo to a real account.
  const env = {
    PATH: process.env['PATH'],
    XDG_STATE_HOME: tempFolder(),
    PRICESHEET_BASE_URL: 'https://example.com',
    PRICESHEET_API_KEY: 'real-key',
  };
  const child = spawn(process.execPath, [DEMO], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  return collectOutput(child);
}

describe('the demo', () => {
  it('shows some of every outcome, says where its files are, and exits 0', async () => {
    const cwd = tempFolder();
    const { code, stdout } = await runDemo(cwd);
    expect(code).toBe(0);
    // On its own line, or in a list of them where there is no room for that.
    // Its account has no earlier nights, so nothing could have been changed since one of them: no row is held.
    for (const status of STATUSES.filter((each) => each !== 'held'))
      expect(stdout).toMatch(new RegExp(`^  ${status} +[1-9]|[1-9] ${status}\\b`, 'm'));
    expect(stdout).toMatch(/cost 6\.35 (?:→|->) 6\.10 \([−-]3\.9 %\) +2 +MUG-WHT-01/);
    const folders = [...stdout.matchAll(/^ {2}(runs\/demo-\S+)$/gm)].map(([, folder = '']) => folder);
    expect(folders).toHaveLength(3);
    expect(stdout).toContain('The local service has stopped');
    for (const folder of folders) expect(existsSync(join(cwd, folder, 'results.csv'))).toBe(true);
  });
});
