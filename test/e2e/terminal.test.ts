import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HAS_TERMINAL, startAtTerminal } from '../support/start-at-terminal.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 24 }, (_, index) => `SKU-${index + 1}`);
/** Costs from 6.00 on, none of them like another. */
const SHEET = `sku,cost,min\n${SKUS.map((sku, index) => `${sku},${(6.1 + index / 10).toFixed(2)},${(9.9 - index / 100).toFixed(2)}`).join('\n')}\n`;

interface Setting {
  readonly columns: number;
  /** What the shell does with the program's streams. */
  readonly redirection?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A service whose answers to updates the test lets go one by one, and the program before it at a terminal. */
async function atTerminal({ columns, redirection = '', env = {} }: Setting, argv: readonly string[]) {
  const waiting: (() => void)[] = [];
  let onArrival = (): void => {};
  const sandbox = await testSandbox({
    catalogue: anAccount(SKUS.map((sku) => ({ sku }))),
    faults: { rules: [{ match: { method: 'POST' }, times: SKUS.length, delayMs: 1 }] },
    wait: () =>
      new Promise<void>((done) => {
        waiting.push(done);
        onArrival();
      }),
  });
  const cwd = tempFolder();
  writeFileSync(`${cwd}/costs.csv`, SHEET);
  const place = { cwd, env: { ...envOf(sandbox), ...env } };
  const running = startAtTerminal(argv, { ...place, columns, redirection });
  onTestFinished(() => {
    for (const letGo of waiting) letGo();
  });
  return {
    ...running,
    sandbox,
    file: (name: string) => `${cwd}/${name}`,
    /** Lets the next update go, as soon as there is one. */
    letOneGo: async () => {
      while (waiting.length === 0)
        await new Promise<void>((done) => {
          onArrival = done;
        });
      waiting.shift()?.();
    },
  };
}

describe.runIf(HAS_TERMINAL)('at a terminal', () => {
  it.each([
    [80, 'in colour', { LANG: 'C.UTF-8' }],
    [120, 'without colour and in ASCII', { LANG: 'C', NO_COLOR: '1' }],
  ] as const)('of %d columns, %s: plan, question, and a bar to its end', async (columns, _look, env) => {
    const argv = ['sync', 'costs.csv', 'PRICESHEET_CONCURRENCY=1', '--out', 'run'];
    const stage = await atTerminal({ columns, env }, argv);
    await stage.said('[y/N] ');
    expect(stage.sandbox.requests.some(({ method }) => method === 'POST')).toBe(false);
    await stage.write('y\n');
    for (let done = 0; done < SKUS.length; done++) {
      // The bar has shown each of these before the next update is released.
      if (done % 12 === 1) await stage.said(`Sending updates: ${done} of 24`);
      await stage.letOneGo();
    }
    const { code, stdout } = await stage.ended;
    expect(code).toBe(0);
    const arrow = columns === 80 ? '→' : '->';
    const text = stripVTControlCharacters(stdout).replaceAll('\r\n', '\n');
    const [beforeAnswer = '', afterwards = ''] = text.split('[y/N]');
    expect(beforeAnswer).toContain('Plan: costs.csv, 24 rows, 24 listings would change\n\nChanges: 48');
    expect(beforeAnswer).toContain(`  cost 6.00 ${arrow} 8.40 (+40.0 %)`);
    expect(beforeAnswer).toContain('Report    run/report.html\n');
    expect(beforeAnswer).toContain(`\nAccount: ${stage.sandbox.url}, key fingerprint `);
    expect(beforeAnswer).toMatch(/\nSend 24 updates to this account \(job "costs", amounts in usd\)\? $/);
    // All that is on the screen once the bar is gone.
    expect(afterwards.split('\r').at(-1)?.replace(/\n$/, '')).toBe(`\
Done: 24 listings updated
Folder    run
Next      undo this run: pricesheet undo run`);
    const bars = text.split(/[\r\n]/).filter((line) => line.includes('Sending updates: '));
    const stands = bars.map((line) => Number(/(\d+) of 24/.exec(line)?.[1]));
    expect(stands).toEqual([...stands].sort((one, other) => one - other));
    expect([1, 13, 24].every((done) => stands.includes(done))).toBe(true);
    expect(bars.at(0)).toMatch(/^\[[#-]{24}\] /);
    expect(bars.at(-1)).toMatch(/^\[#{24}\] Sending updates: 24 of 24, [\d.]+\/s$/);
    expect(bars.every((line) => line.length < columns)).toBe(true);
    expect(
      text
        .split('\n')
        .filter((line) => !line.includes('\r') && !line.includes('pricesheet ') && line.length > columns),
    ).toEqual([]);
    const isColoured = stdout.includes('\u001b[1m');
    expect(isColoured).toBe(columns === 80);
    if (columns === 120) expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
  });

  it.each(['2>said', '2>&1 | cat', '>said 2>&1', '<costs.csv 2>said'])(
    'with %j nothing is sent unasked: somebody who can’t be asked is referred to --yes',
    async (redirection) => {
      const stage = await atTerminal({ columns: 80, redirection }, ['sync', 'costs.csv', '--out', 'run']);
      const { stdout } = await stage.ended;
      const said = stdout + (existsSync(stage.file('said')) ? readFileSync(stage.file('said'), 'utf8') : '');
      expect(said).toContain(
        'Cannot ask whether to send: standard error, where the question is asked, is not a terminal',
      );
      expect(said).toContain('Pass --yes to send without being asked');
      expect(stage.sandbox.requests).toEqual([]);
    },
  );

  it('an error that ends the run is broken at blanks, and never between quotes', async () => {
    const stage = await atTerminal(
      { columns: 80, env: { PRICESHEET_BASE_URL: '', PRICESHEET_API_KEY: '' } },
      ['diff', 'costs.csv'],
    );
    const { stdout } = await stage.ended;
    const lines = stdout.replaceAll('\r', '').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(6);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines[1]).toMatch(/^ {2}Set PRICESHEET_BASE_URL to the address/);
    expect(lines[2]).toMatch(/^ {2}\S/);
    expect(stdout).not.toContain('(exit code');
    expect(stdout).toContain('"pricesheet sandbox"');
  });

  it('what was typed before the question was put is no answer to it', async () => {
    const stage = await atTerminal({ columns: 80 }, ['sync', 'costs.csv', '--out', 'run']);
    await stage.write('y\n');
    await stage.said('[y/N] ');
    await stage.write('n\n');
    // Whatever it sends all the same may come to its end.
    void (async () => {
      for (const _ of SKUS) await stage.letOneGo();
    })();
    const { stdout } = await stage.ended;
    expect(stripVTControlCharacters(stdout)).toContain('[y/N] n');
    expect(stripVTControlCharacters(stdout)).toContain('Nothing sent\r\n');
    expect(stage.sandbox.requests.some(({ method }) => method === 'POST')).toBe(false);
  });
});
