import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCatalogue } from '../../src/sandbox/catalogue.ts';
import { parseFaults } from '../../src/sandbox/faults.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { envOf, testSandbox } from '../support/test-sandbox.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/demo');
const EXPECTED = resolve(import.meta.dirname, 'expected');

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(FIXTURES, file), 'utf8'));
}

/** Runs a command over the demo's sheet and gives a function that reads the files it left. */
async function runDemoSheet(command: 'sync' | 'diff'): Promise<(file: string) => string> {
  const sandbox = await testSandbox({
    catalogue: parseCatalogue(readJson('account.json')),
    faults: parseFaults(readJson('faults.json')),
  });
  const cwd = tempFolder();
  const { code } = await runInProcess([command, join(FIXTURES, 'costs.csv'), '--out', 'run'], {
    cwd,
    env: envOf(sandbox),
  });
  expect(code).toBe(3);
  return (file) => withoutChance(readFileSync(join(cwd, 'run', file), 'utf8'), { cwd, url: sandbox.url });
}

/** Takes out what differs from run to run: times, ports, folders, and the system's own words for a cut connection. */
function withoutChance(text: string, { cwd, url }: { readonly cwd: string; readonly url: string }): string {
  return text
    .replaceAll(url, '<url>')
    .replaceAll(FIXTURES, '<fixtures>')
    .replaceAll(cwd, '<folder>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replaceAll(/"(seconds|seconds_at_the_rate)": [\d.]+/g, '"$1": 0')
    .replaceAll(/"key_fingerprint": "[0-9a-f]{12}"/g, '"key_fingerprint": "<fingerprint>"')
    .replaceAll(/p[0-9a-f]{8}-[0-9a-f]{24}/g, '<entry>')
    .replaceAll(/the connection broke off: [^;]+;/g, 'the connection broke off: <why>;');
}

describe('the files of a run over the demo sheet', () => {
  it.each([
    ['sync', ['results.csv', 'retry.csv', 'undo.csv', 'summary.json']],
    ['diff', ['results.csv', 'retry.csv', 'review.csv', 'summary.json']],
  ] as const)('%s leaves exactly what is expected', async (command, files) => {
    const read = await runDemoSheet(command);
    for (const file of files) {
      expect(read(file), `${command}/${file}`).toBe(readFileSync(join(EXPECTED, command, file), 'utf8'));
    }
  });
});
