import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { onlyLedger } from '../support/some-history.ts';
import { idOf } from '../support/test-sandbox.ts';

/** Two listings with a cost of 6.00. The first updates of SKU-2 are lost on their way, and arrive when the test says so. */
async function onStage({ lost }: { readonly lost: number }) {
  const { cwd, run, sandbox } = await openStage([{ cost: 600 }, { cost: 600 }], '', {
    faults: { rules: [{ match: { method: 'POST', listing: idOf(2) }, times: lost, reset: true }] },
  });
  const night = async (cost: string, code = 0) => {
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nSKU-1,${cost}\nSKU-2,${cost}\n`);
    const name = cost.replace('.', '');
    const ended = await run('sync', 'costs.csv', '--out', name, 'PRICESHEET_RETRIES=0', '--no-follow-up');
    expect([cost, ended.code]).toEqual([cost, code]);
  };
  const change = (cost: number) => sandbox.changeListing(idOf(2), { cost });
  const costs = () => sandbox.snapshot().listings.map(({ cost }) => cost);
  const undo = () => run('undo', '--since', '1h');
  /** What the history has of changes of SKU-2, and that nobody else made any: the run, the change, and whether a later run found it. */
  const changes = async () => {
    const { stdout } = await run('history', 'sku', 'SKU-2', '--json');
    const all: readonly Readonly<Record<string, unknown>>[] = JSON.parse(stdout).changes;
    expect(all.filter(({ by }) => by === 'others')).toEqual([]);
    return all.map((each) => [
      String(each['run']).replace(/.*-/, ''),
      each['was'],
      each['is'],
      each['at'] === null,
    ]);
  };
  return { cwd, night, change, arrive: change, costs, undo, changes };
}

describe('undo --since over an update that was lost', () => {
  it('gives back no cost of its own runs where it arrived after a later one', async () => {
    const { night, arrive, costs, undo, changes } = await onStage({ lost: 1 });
    await night('6.30', 3);
    await night('6.60');
    arrive(630);
    await night('6.90');
    expect(await changes()).toEqual([
      ['660', 600, 660, false],
      ['630', 660, 630, true],
      ['690', 630, 690, false],
    ]);
    await undo();
    expect(costs()).toEqual([600, 600]);
  });

  it('gives back no cost of its own runs where a later update was lost too', async () => {
    const { night, arrive, costs, undo, changes } = await onStage({ lost: 2 });
    await night('6.30', 3);
    await night('6.60', 3);
    arrive(630);
    await night('6.90');
    // The other one may still arrive.
    arrive(660);
    await night('7.20');
    expect(await changes()).toEqual([
      ['630', 600, 630, true],
      ['690', 630, 690, false],
      ['660', 690, 660, true],
      ['720', 660, 720, false],
    ]);
    await undo();
    expect(costs()).toEqual([600, 600]);
  });

  it('gives back what somebody else had set before it arrived', async () => {
    const { night, arrive, change, costs, undo, changes } = await onStage({ lost: 1 });
    await night('6.30', 3);
    change(645);
    // It finds SKU-2 as the sheet has it.
    await night('6.45');
    arrive(630);
    await night('6.90');
    expect(await changes()).toEqual([
      ['630', 645, 630, true],
      ['690', 630, 690, false],
    ]);
    await undo();
    expect(costs()).toEqual([600, 645]);
  });

  it('refuses where a change of its run is gone, though a later run found another one', async () => {
    const { cwd, night, arrive, costs, undo } = await onStage({ lost: 1 });
    await night('6.30', 3);
    arrive(630);
    await night('6.60');
    const path = join(onlyLedger(join(cwd, 'runs/.history')), 'changes.ndjson');
    const lines = readFileSync(path, 'utf8').split('\n');
    const gone = lines.findIndex((line) => line.includes('"SKU-1"'));
    writeFileSync(path, lines.toSpliced(gone, 1).join('\n'));
    const { code, stderr } = await undo();
    expect([code, costs()]).toEqual([2, [660, 660]]);
    expect(stderr).toMatch(/of 1 change by the run "\S+-630" the ledger has 0/);
  });
});
