import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { startProgram } from '../support/run-program.ts';
import { modeOf, tempFolder } from '../support/temp-folder.ts';

/** Starts a sandbox in the folder, and gives what it says of itself. */
async function start(cwd: string, ...argv: readonly string[]) {
  const running = startProgram(['sandbox', '--listings', '5', '--json', ...argv], { cwd });
  const said = JSON.parse(await running.firstLine) as { base_url: string; env_file: string | null };
  const stop = async () => {
    running.kill('SIGTERM');
    return running.ended;
  };
  return { ...said, stop };
}

const DOTENV = (url: string, key = 'sandbox-key') =>
  `PRICESHEET_BASE_URL=${url}\nPRICESHEET_API_KEY=${key}\n`;

const ANY = ['--write-env', '--port', '0'] as const;

describe('pricesheet sandbox --write-env', () => {
  it('writes a .env for its owner alone, which the other commands use', async () => {
    const cwd = tempFolder();
    const sandbox = await start(cwd, ...ANY, '--sheet', 'sample.csv');
    expect(sandbox.env_file).toBe(join(cwd, '.env'));
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(DOTENV(sandbox.base_url));
    if (process.platform !== 'win32') expect(modeOf(join(cwd, '.env'))).toBe(0o600);
    expect(readdirSync(cwd).sort()).toEqual(['.env', 'sample.csv']);
    const diff = await runInProcess(['diff', 'sample.csv', '--out', 'run'], { cwd });
    expect([diff.code, diff.stdout]).toEqual([0, expect.stringContaining('would change')]);
    const { stderr } = await sandbox.stop();
    expect(stderr).toBe(
      `A sheet to try out is in "sample.csv"\nAddress and key are in "${join(cwd, '.env')}"\nServing. Stop it with Ctrl-C\n`,
    );
  });

  it('starts again at the port that its .env names, and says what to do if another sandbox is there', async () => {
    const cwd = tempFolder();
    const first = await start(cwd, ...ANY);
    const again = ['--write-env', '--port', new URL(first.base_url).port];
    const refused = await runInProcess(['sandbox', ...again], { cwd });
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(reasonIn(refused.stderr)).toMatch(
      /the port is in use.*\. Stop what uses it, .*--port 0 for any free port$/,
    );
    await first.stop();
    const text = `${DOTENV(first.base_url)}PRICESHEET_RATE=5\n`;
    writeFileSync(join(cwd, '.env'), text);
    const second = await start(cwd, ...again);
    expect([second.base_url, readFileSync(join(cwd, '.env'), 'utf8')]).toEqual([first.base_url, text]);
    await second.stop();
  });

  it.each([
    ['of a real account', 'PRICESHEET_BASE_URL=https://shop.example/v1\nPRICESHEET_API_KEY=real-key\n'],
    ['that was led to another service', DOTENV('https://shop.example/v1', 'real-key')],
    ['of another program', 'DATABASE=here\n'],
    ['without anything', ''],
  ])('refuses a .env %s, before it serves, and leaves it as it is', async (_which, text) => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, '.env'), text, { mode: 0o600 });
    const running = startProgram(['sandbox', '--write-env'], { cwd });
    // One that serves would do so until it is stopped.
    await Promise.race([running.ended, running.firstLine]);
    running.kill('SIGTERM');
    const { code, stdout, stderr } = await running.ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(reasonIn(stderr)).toMatch(
      /^Cannot write "\.env" for the sandbox: there is one that says something else\. It stays as it is\. .*--dotenv/,
    );
    expect(stderr).not.toContain('real-key');
    expect([readFileSync(join(cwd, '.env'), 'utf8'), readdirSync(cwd)]).toEqual([text, ['.env']]);
  });

  it.skipIf(process.platform === 'win32')('follows no link, and replaces no folder', async () => {
    const cwd = tempFolder();
    const elsewhere = join(tempFolder(), 'secrets');
    symlinkSync(elsewhere, join(cwd, '.env'));
    mkdirSync(join(cwd, 'folder.env'));
    for (const name of ['.env', 'folder.env']) {
      const { code, stderr } = await runInProcess(['sandbox', '--write-env', '--dotenv', name], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(name);
    }
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('writes the file that --dotenv names, and asks for one that is there only without the flag', async () => {
    const cwd = tempFolder();
    const none = await runInProcess(['sandbox', '--dotenv', 'play.env'], { cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('"play.env" can\'t be read')]);
    const sandbox = await start(cwd, ...ANY, '--dotenv', 'play.env');
    expect(readFileSync(join(cwd, 'play.env'), 'utf8')).toBe(DOTENV(sandbox.base_url));
    await sandbox.stop();
  });
});
