import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/domain/run-record.ts';
import { openStage } from '../support/open-stage.ts';
import { aChange, writeRun } from '../support/some-history.ts';
import { idOf } from '../support/test-sandbox.ts';

interface Played {
  /** Of 1 January, by the clock of its machine. */
  readonly at: string;
  readonly was: number;
  readonly is: number;
  readonly after?: string;
  /** SKU-1 unless said. */
  readonly sku?: string;
  /** Its update was not seen to hold. */
  readonly isLost?: true;
  /** It was made with another key. */
  readonly isOther?: true;
}

/** A listing, and a history of runs that changed its cost. */
async function withRuns(runs: Readonly<Record<string, Played>>, costNow: number) {
  const stage = await openStage([{ cost: 600 }], 'sku,cost\nSKU-1,6.30\n');
  const { cwd, run, sandbox } = stage;
  expect((await run('sync', 'costs.csv', '--out', 'out')).code).toBe(0);
  const history = join(cwd, 'runs/.history');
  const [file = ''] = readdirSync(history, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ndjson'),
  );
  const real: RunRecord = JSON.parse(readFileSync(join(history, file), 'utf8').split('\n')[0] ?? '');
  rmSync(history, { recursive: true });
  const idOfRun = (name: string) => `2026-01-0${runs[name]?.at.replaceAll(':', '-')}-00Z-costs`;
  for (const [name, { at, was, is, after, sku = 'SKU-1', isLost, isOther }] of Object.entries(runs)) {
    const previous = after === undefined ? null : { id: idOfRun(after), sha256: 'a'.repeat(64) };
    const started_at = `2026-01-0${at}:00.000Z`;
    const line = aChange({ sku, listing_id: idOf(1) as never, was, is, at: started_at });
    const id = idOf(1) as never;
    const unseen = { kind: 'agreed', ids: [id], cost: ['?'] } as const;
    const counts = { outcomes: 1, attention: 1, by_status: { unconfirmed: 1 }, by_reason: {} };
    const record = {
      ...real,
      id: idOfRun(name),
      started_at,
      finished_at: started_at,
      previous,
      ...(isLost && { counts, changes: {} }),
      ...(isOther && real.account && { account: { ...real.account, key_fingerprint: '0123456789ab' } }),
    };
    writeRun({ folder: history }, record, [isLost ? unseen : line]);
  }
  sandbox.changeListing(idOf(1), { cost: costNow });
  const undo = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await run('undo', '--since', ...argv);
    return { code, stdout, stderr, cost: sandbox.snapshot().listings[0]?.cost };
  };
  return { undo, idOfRun };
}

describe('undo --since and clocks that were wrong', () => {
  it('follows the chain of the runs, whatever their clocks say', async () => {
    const { undo } = await withRuns(
      {
        first: { at: '1T02:00', was: 600, is: 630 },
        // Five hours ahead.
        ahead: { at: '1T08:00', was: 630, is: 660, after: 'first' },
        third: { at: '1T04:00', was: 660, is: 690, after: 'ahead' },
        fourth: { at: '1T05:00', was: 690, is: 660, after: 'ahead' },
      },
      660,
    );
    const { code, stdout, cost } = await undo('2026-01-01');
    expect([code, cost]).toEqual([0, 600]);
    expect(stdout).not.toContain('omebody else');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'from 2026-01-01T02-00-00Z-costs to 2026-01-01T05-00-00Z-costs',
    );
  });

  it('follows it also for a clock that was behind', async () => {
    const { undo } = await withRuns(
      {
        first: { at: '1T12:00', was: 600, is: 630 },
        behind: { at: '1T08:00', was: 630, is: 660, after: 'first' },
        third: { at: '1T14:00', was: 660, is: 690, after: 'first' },
      },
      690,
    );
    const { code, cost } = await undo('2026-01-01');
    expect([code, cost]).toEqual([0, 600]);
  });

  it('refuses where a later run began before the time by its clock', async () => {
    const { undo } = await withRuns(
      {
        first: { at: '1T02:00', was: 600, is: 630 },
        ahead: { at: '1T08:00', was: 630, is: 660, after: 'first' },
        third: { at: '1T04:00', was: 660, is: 690, after: 'ahead' },
      },
      690,
    );
    const { code, stderr, cost } = await undo('2026-01-01T06:00');
    expect([code, cost]).toEqual([2, 690]);
    expect(stderr).toContain('began before then by its clock, and followed "2026-01-01T08-00-00Z-costs"');
    expect(stderr).toContain('Pass --since 2026-01-01T04:00:00.000Z or earlier');
    expect(await undo('2026-01-01T04:00:00.000Z')).toMatchObject({ code: 0, cost: 630 });
  });

  it('refuses where the chain does not say which run came first', async () => {
    const { undo, idOfRun } = await withRuns(
      {
        first: { at: '1T02:00', was: 600, is: 630 },
        // Thirty hours ahead: the next run did not take it for the one before.
        ahead: { at: '2T09:00', was: 630, is: 660, after: 'first' },
        third: { at: '1T04:00', was: 660, is: 690, after: 'first' },
      },
      690,
    );
    const { code, stderr, cost } = await undo('2026-01-01');
    expect([code, cost]).toEqual([2, 690]);
    expect(stderr).toContain(
      `the runs "${idOfRun('third')}" and "${idOfRun('ahead')}" both followed "${idOfRun('first')}", so a clock was wrong`,
    );
  });
});

describe('undo --since and runs with another key', () => {
  it('takes back none of them: they may be of another account', async () => {
    const { undo } = await withRuns(
      {
        ours: { at: '1T02:00', was: 600, is: 630 },
        theirs: { at: '1T04:00', was: 630, is: 690, isOther: true },
      },
      690,
    );
    const { cost, stdout } = await undo('2026-01-01');
    expect(stdout).toContain('conflict');
    expect(cost).toBe(690);
  });

  it('knows none if there are no others', async () => {
    const { undo } = await withRuns({ theirs: { at: '1T04:00', was: 630, is: 690, isOther: true } }, 690);
    const { code, stderr, cost } = await undo('2026-01-01');
    expect([code, cost]).toEqual([2, 690]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('has no run of this account since then');
  });
});

describe('undo --since and a listing whose SKU was changed between the runs', () => {
  const runs = {
    first: { at: '1T02:00', was: 600, is: 630, sku: 'OLD-1' },
    second: { at: '1T04:00', was: 630, is: 660, after: 'first' },
  };

  it.each([[[]], [['--sku', 'OLD-1']], [['--sku', 'SKU-1']]])(
    'finds it under the last one, and means it by each: %j',
    async (argv) => {
      const { undo } = await withRuns(runs, 660);
      expect(await undo('2026-01-01', ...argv)).toMatchObject({ code: 0, cost: 600 });
    },
  );

  it('means no other listing by it', async () => {
    const { undo } = await withRuns(runs, 660);
    expect(await undo('2026-01-01', '--sku', 'OLD-2')).toMatchObject({ code: 0, cost: 660 });
  });
});

describe('undo --since and an update that was not seen to hold', () => {
  it('leaves out what may be its doing, and gives back what another run is known to have set', async () => {
    const runs = {
      first: { at: '1T02:00', was: 600, is: 630 },
      second: { at: '1T03:00', was: 630, is: 660, after: 'first', isLost: true },
    } as const;
    const third = { at: '1T04:00', after: 'second', is: 690 };
    const unclear = await withRuns({ ...runs, third: { ...third, was: 660 } }, 690);
    const { code, stdout, cost } = await unclear.undo('2026-01-01');
    expect([code, cost]).toEqual([0, 690]);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain(
      'Left out: 1 field, first cost of "SKU-1", since the run 2026-01-01T03-00-00Z-costs may',
    );
    expect(words).not.toContain('omebody else');
    const clear = await withRuns({ ...runs, third: { ...third, was: 630 } }, 690);
    expect(await clear.undo('2026-01-01')).toMatchObject({ code: 0, cost: 600 });
  });
});
