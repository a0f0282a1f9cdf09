import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { checkByCommand } from './check-by-command.ts';

const says = /rule broken/;

function check(script: string) {
  return checkByCommand({ command: [process.execPath, '-e', script], says }, tempFolder());
}

describe('checkByCommand', () => {
  it.each([
    ['passes', 'process.exitCode = 0', { kind: 'passes' }],
    ['passes, whatever it says', 'console.log("rule broken")', { kind: 'passes' }],
    ['finds something', 'console.log("rule broken: 3"); process.exitCode = 1', { kind: 'fails' }],
    [
      'finds something, on the other stream',
      'console.error("rule broken"); process.exitCode = 1',
      { kind: 'fails' },
    ],
    [
      'breaks',
      'console.log("no such option"); process.exitCode = 2',
      { kind: 'broken', why: 'it exits 2 without saying /rule broken/: no such option' },
    ],
    [
      'is killed after it found something',
      'process.stdout.write("rule broken", () => process.kill(process.pid, "SIGKILL"))',
      { kind: 'broken', why: 'it did not come to an end without saying /rule broken/: rule broken' },
    ],
  ])('%s', async (_name, script, verdict) => {
    expect(await check(script)).toEqual(verdict);
  });
});
