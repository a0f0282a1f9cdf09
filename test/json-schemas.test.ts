import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands/command-table.ts';
import { summarySchema } from '../src/domain/documents/summary.ts';
import { MAX_FRESH_ROWS } from '../src/report/tally/run-report.ts';
import { MAX_MOVES } from '../src/report/tally/tally-changes.ts';
import { HISTORY_ACTIONS } from '../src/settings/command-settings.ts';
import { findMismatches, findMisprints, PUBLISHED, toSchema } from './support/json-schema.ts';
import { runInProcess } from './support/run-in-process.ts';
import { startProgram } from './support/run-program.ts';
import { tempFolder } from './support/temp-folder.ts';
import { anAccount, BUY_BOX, envOf, testSandbox } from './support/test-sandbox.ts';

const SHEET = `sku,cost,min,strategy,repricing
SKU-1,6.60,9.00,,
SKU-2,null,,Buy Box,no
SKU-3,5.40,,,
SKU-4,6.00,,,
MISSING,1.00,,,
SKU-5,1.O0,,,
`;
const UNUSABLE = 'SKU;EK;Titel\nA;1,20;x\nB;zwei;y\nA;1,20;x\nSumme;1,20;\n';

/** Command lines in an order in which each has something to print, with rows and runs of every kind. */
const LINES = `check costs.csv
check other.csv --job other --map cost=EK
export
export --fields cost,repricing
export --out account.csv
doctor
completion zsh
list strategies
list channels
diff costs.csv --out diff --verbose
diff costs.csv --out none --resolve scan --rate auto --match all
sync costs.csv --out stopped --max-updates 1
apply diff --out apply --verbose
undo apply --out undo
sync costs.csv --out sync
explain diff SKU-1
explain stopped SKU-1
explain apply MISSING
explain apply SKU-5
explain undo SKU-1
history
history show latest
history show stopped
history sku SKU-1
history sku SKU-1 --field cost
history sku NONE
history chronic --nights 1
history prune --keep-last 1 --dry-run
history rebuild`.split('\n');

/** Command lines that fail, and print why. */
const FAILING = ['diff', 'check none.csv', 'undo gone'];

async function openPlace() {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}, {}, { strategy: BUY_BOX }, {}]) });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), SHEET);
  writeFileSync(join(cwd, 'other.csv'), UNUSABLE);
  // It refuses whatever is not as its schema says.
  const run = async (argv: readonly string[], env = envOf(sandbox)) =>
    JSON.parse((await runInProcess([...argv, '--json'], { cwd, env })).stdout);
  return { run, sandbox };
}

describe('the published schemas', () => {
  it('describe all that commands print, and nothing else', async () => {
    const { run } = await openPlace();
    for (const line of LINES) {
      const argv = line.split(' ');
      const printed = await run(argv);
      expect(printed.error, line).toBeUndefined();
      for (const change of [{ extra: 1 }, { version: 2 }])
        expect(findMisprints(argv, JSON.stringify({ ...printed, ...change })), line).toHaveLength(1);
    }
    for (const line of FAILING) expect((await run(line.split(' '))).error, line).toBeDefined();
  });

  it('describe what init prints, and what is in it is as doctor and check print it', async () => {
    const { run, sandbox } = await openPlace();
    const { PRICESHEET_API_KEY = '' } = envOf(sandbox);
    const printed = await run(['init', 'costs.csv', '--base-url', sandbox.url], { PRICESHEET_API_KEY });
    expect(findMismatches('doctor', printed.doctor)).toEqual([]);
    expect(findMismatches('check', printed.check)).toEqual([]);
  });

  it('describe what sandbox prints', async () => {
    const running = startProgram(['sandbox', '--listings', '1', '--json'], { cwd: tempFolder() });
    const line = await running.firstLine;
    running.kill('SIGTERM');
    await running.ended;
    expect(findMismatches('sandbox', JSON.parse(line))).toEqual([]);
  });

  it('have the lengths that the program has', () => {
    const { up, down } = summarySchema.shape.changes.shape.biggest.shape;
    const { new_rows } = summarySchema.shape.attention_news.unwrap().shape;
    const lists = [up, down, new_rows].map(toSchema);
    expect(lists.map(({ maxItems }) => maxItems)).toEqual([MAX_MOVES, MAX_MOVES, MAX_FRESH_ROWS]);
  });

  it('are there for each command that takes --json', () => {
    const RUNS = ['sync', 'diff', 'apply', 'undo'];
    const ACTIONS: Readonly<Record<string, readonly string[]>> = {
      history: HISTORY_ACTIONS.map(({ name }) => name),
      list: ['strategies', 'channels'],
    };
    const described = COMMANDS.filter(({ name }) => !RUNS.includes(name)).flatMap(
      ({ name }) => ACTIONS[name]?.map((action) => `${name}-${action}`) ?? [name],
    );
    expect([...PUBLISHED.keys()].sort()).toEqual(
      [...described, 'event', 'history-all', 'history-prune-all', 'error', 'summary', 'webhook'].sort(),
    );
  });
});
