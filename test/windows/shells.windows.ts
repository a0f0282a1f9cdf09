import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdRequests, interrupt } from '../support/gate.ts';
import { ROOT } from '../support/pages.ts';
import { readRun } from '../support/read-run.ts';
import { HAS_TERMINAL } from '../support/start-at-terminal.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { HAS_WINDOWS, openFolder, start, startAtConsole, typeIntoCmd } from './on-windows.ts';

const ACCOUNT = anAccount([{ sku: 'MUG-1' }, { sku: 'MUG-2' }]);
const SHEET = 'sku,cost\r\nMUG-1,6.50\r\nMUG-2,6.75\r\n';

/** What cmd would act on, in one name. */
const NAME = 'my costs & (new) ^1!';

async function openShop() {
  const sandbox = await testSandbox({ catalogue: ACCOUNT });
  const cwd = openFolder(sandbox);
  writeFileSync(join(cwd, `${NAME}.csv`), SHEET);
  return { cwd, costs: () => sandbox.snapshot().listings.map(({ cost }) => cost) };
}

function findCommand(screen: string, name: string): string {
  const [command = ''] = new RegExp(`pricesheet ${name} .*`).exec(screen.replaceAll('\r', '')) ?? [];
  return command;
}

describe.runIf(HAS_WINDOWS)('cmd', () => {
  /**
   * Not shown: a percent sign, which Wine's cmd expands again in what it hands to a batch file and whose caret it keeps, both unlike Windows'.
   * `test/domain/quote-word.test.ts` has how those are written.
   */
  it('runs the commands that screens print, with names that it would act on', async () => {
    const { cwd, costs } = await openShop();
    const planned = await start(['diff', `${NAME}.csv`, '--out', `runs\\${NAME}`], cwd).ended;
    const apply = findCommand(planned.stdout, 'apply');
    expect(apply).toBe(`pricesheet apply "runs\\${NAME}"`);
    const applied = await typeIntoCmd(`${apply} --out "runs\\sent ${NAME}"`, cwd);
    expect([applied.code, costs()]).toEqual([0, [650, 675]]);
    const undo = findCommand(applied.stdout, 'undo');
    expect((await typeIntoCmd(undo, cwd)).code).toBe(0);
    expect(costs()).toEqual([600, 600]);
  });

  it('runs what init prints for the Task Scheduler, and keeps what it says in night.log', async () => {
    const { cwd, costs } = await openShop();
    const { stdout } = await start(['init', `${NAME}.csv`], cwd).ended;
    const [, argument = ''] = /-Argument '\/d \/s \/c "(.*)"'\s/.exec(stdout) ?? [];
    expect(argument).toContain('--yes');
    // With two listings a change of both is more than 20 %, so the limit stops the first night.
    expect((await typeIntoCmd(argument, cwd)).code).toBe(4);
    expect(readFileSync(join(cwd, 'night.log'), 'utf8')).toContain('max_updates');
    expect((await typeIntoCmd(argument.replace('20%', '2'), cwd)).code).toBe(0);
    expect(costs()).toEqual([650, 675]);
  });

  it('runs the command of docs/examples/task-scheduler/pricesheet.xml', async () => {
    const { cwd, costs } = await openShop();
    writeFileSync(join(cwd, 'costs.csv'), SHEET);
    const example = readFileSync(join(ROOT, 'docs/examples/task-scheduler/pricesheet.xml'), 'utf8');
    const [, argument = ''] = /<Arguments>\/c (.*)<\/Arguments>/.exec(example) ?? [];
    const line = argument.replaceAll('&gt;', '>').replaceAll('&amp;', '&').replace('20%', '2');
    expect((await typeIntoCmd(line, cwd)).code).toBe(0);
    expect([costs(), readFileSync(join(cwd, 'night.log'), 'utf8')]).toEqual([[650, 675], '']);
  });

  it('hands the output on to another program', async () => {
    const { cwd } = await openShop();
    const print = 'node -p "JSON.parse(fs.readFileSync(0)).version"';
    const { code, stdout } = await typeIntoCmd(`pricesheet check "${NAME}.csv" --json | ${print}`, cwd);
    expect([code, stdout.trim()]).toEqual([0, '1']);
  });
});

describe.runIf(HAS_WINDOWS && HAS_TERMINAL)('a console of Windows', () => {
  /** Ctrl-Break has no character that a terminal could send, so it is not shown. */
  it('stops a run with Ctrl-C: the request is awaited, and apply sends the rest', async () => {
    const { wait, ...held } = holdRequests();
    const rules = [{ match: { method: 'POST' }, times: 1, delayMs: 1 }] as const;
    const sandbox = await testSandbox({ catalogue: ACCOUNT, faults: { rules }, wait });
    const cwd = openFolder(sandbox, SHEET);
    const costs = () => sandbox.snapshot().listings.map(({ cost }) => cost);
    const flags = ['PRICESHEET_CONCURRENCY=1', '--out', 'runs\\cut', '--yes'];
    const running = startAtConsole(['sync', 'costs.csv', ...flags], cwd);
    const pressed = { ...running, kill: () => void running.write('\u0003') };
    expect((await interrupt(pressed, held, 'SIGINT')).code).toBe(130);
    expect(costs()).toContain(600);
    expect(readRun(join(cwd, 'runs/cut')).summary.exit_code).toBe(130);
    expect((await start(['apply', 'runs\\cut'], cwd).ended).code).toBe(0);
    expect(costs()).toEqual([650, 675]);
  });
});
