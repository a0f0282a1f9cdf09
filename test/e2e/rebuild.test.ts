import * as fs from 'node:fs';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rebuildHistory } from '../../src/run/ledger/rebuild-history.ts';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import type { Faults } from '../../src/sandbox/faults.ts';
import { writeLock } from '../run/lock-support.ts';
import { asKilled } from '../support/as-killed.ts';
import { fullDisk, killEverywhere } from '../support/dying-disk.ts';
import { findMismatches } from '../support/json-schema.ts';
import { openStage } from '../support/open-stage.ts';
import { linesIn, onlyLedger } from '../support/some-history.ts';
import { filesOf, tempFolder, WAYS } from '../support/temp-folder.ts';

/** A shop with a history, and its commands. */
async function openShop(skus: readonly string[] = ['A', 'B', 'C'], faults: Faults = {}) {
  const env = { XDG_STATE_HOME: tempFolder() };
  const stage = await openStage(
    skus.map((sku) => ({ sku })),
    undefined,
    { faults, env },
  );
  async function night(rows: string, ...argv: readonly string[]) {
    stage.write(`sku,cost\n${rows}\n`);
    return stage.run('sync', 'costs.csv', ...argv);
  }
  async function history(action: string, ...argv: readonly string[]) {
    const { code, stdout } = await stage.run('history', action, ...argv, '--json');
    const json = JSON.parse(stdout);
    if (json.error === undefined) expect(findMismatches(`history-${action}`, json)).toEqual([]);
    return { code, json };
  }
  return { ...stage, night, history, folder: join(stage.cwd, 'runs', '.history') };
}

/** The lines of the only ledger, but for what only a run itself knows. */
function read(folder: string) {
  const ledger = onlyLedger(folder);
  const runs = linesIn(ledger, 'runs').filter(({ kind }) => kind === 'run');
  // A line that was cut short is forgiven.
  const texts = readFileSync(join(ledger, 'changes.ndjson'), 'utf8').split('\n');
  const changes = texts.filter((text) => text.endsWith('}')).map((text) => JSON.parse(text));
  const [head, ...state] = linesIn(ledger, 'agreed');
  const KNOWN_TO_THE_RUN = { by: null, drift: null, moves: null, news: null };
  return {
    runs: runs.map((run) => ({ ...run, ...KNOWN_TO_THE_RUN })),
    changes: changes.map((change) => ({ ...change, at: null })),
    last: head?.['run'],
    state,
  };
}

const TWELVE = Array.from({ length: 12 }, (_, index) => `SKU-${index + 1}`);
const rowsAt = (cost: string, skus = TWELVE): string => skus.map((sku) => `${sku},${cost}`).join('\n');

describe('history rebuild', () => {
  it('adds all runs of a history that is lost, as they were, and the next sync judges by it', async () => {
    const { night, history, run, folder } = await openShop(TWELVE);
    await night(`${rowsAt('6.10')}\nGONE,1.00`);
    await night(`${rowsAt('6.20')}\nGONE,1.00`);
    await run('diff', 'costs.csv');
    await night(`${rowsAt('6.20')}\nGONE,1.00`, '--max-missing', '0');
    await night(`${rowsAt('6.30')}\nGONE,1.00`);
    const before = read(folder);
    rmSync(folder, { recursive: true });
    const { code, json } = await history('rebuild');
    expect([code, json.known, json.left_out, json.unread]).toEqual([0, 0, [], []]);
    expect(json.added).toHaveLength(5);
    expect(read(folder)).toEqual(before);
    expect(before.state).toContainEqual(expect.objectContaining({ sku: 'GONE', nights: 3 }));
    const half = await night(rowsAt('6.40', TWELVE.slice(0, 6)));
    expect([half.code, half.stdout]).toEqual([4, expect.stringContaining('rows_dropped')]);
  });

  it.each([
    ['a run', 'runs', (text: string) => text.split('\n').toSpliced(1, 1).join('\n'), [[{}], 2, ['runs']]],
    ['all runs', 'runs', () => undefined, [[{}, {}, {}], 0, []]],
    [
      'a damaged line',
      'runs',
      (text: string) => text.replace('"kind":"run"', '"kind":"ran"'),
      [[{}], 2, ['runs']],
    ],
    ['its state', 'agreed', () => undefined, [[], 3, ['agreed']]],
    ['a part of its state', 'agreed', (text: string) => text.slice(0, -20), [[], 3, ['agreed']]],
    ['all changes', 'changes', () => undefined, [[], 3, []]],
  ] as const)('makes again what is lost, once: %s', async (_what, file, lose, [added, known, damaged]) => {
    const { night, history, run, folder } = await openShop();
    for (const cost of ['6.10', '6.20', '6.30']) await night(`A,${cost}\nGONE,1.00`);
    const before = read(folder);
    const path = join(onlyLedger(folder), `${file}.ndjson`);
    const lost = lose(readFileSync(path, 'utf8'));
    if (lost === undefined) rmSync(path);
    else writeFileSync(path, lost);
    const { code, json } = await history('rebuild');
    expect([code, json.added, json.known]).toEqual([0, added.map(() => expect.anything()), known]);
    expect(json.damaged).toEqual(damaged.map((name) => expect.stringMatching(`^costs-.*/${name}.ndjson$`)));
    // What changed is in the run folders too, but the ledger says that it has these runs.
    if (file === 'changes') return;
    expect(read(folder)).toEqual(before);
    const files = filesOf(folder);
    expect((await run('history', 'rebuild')).stdout).toBe('0 runs added, 3 in the history already\n');
    expect(filesOf(folder)).toEqual(files);
    expect((await night('A,6.40')).stdout).not.toContain('not known');
  });

  it.each([
    ['was killed', {}, true],
    [
      'had no answer to an update',
      { rules: [{ match: { method: 'POST', sku: 'B' }, times: 1, reset: true as const }] },
      false,
    ],
  ])('does not count all changes of a run that %s, older than what is known', async (_what, faults, kill) => {
    const { sandbox, night, run, folder, cwd } = await openShop(undefined, faults);
    await night('A,6.10\nB,6.20', '--out', 'unsure', 'PRICESHEET_RETRIES=0', '--no-follow-up');
    if (kill) asKilled(join(cwd, 'unsure'), { history: folder, noted: 1 });
    rmSync(folder, { recursive: true });
    await night('C,6.30', '--out', 'next');
    const costs = () => sandbox.snapshot().listings.map(({ cost }) => cost);
    const before = costs();
    expect((await run('history', 'rebuild', 'unsure')).stdout).toContain('1 run added');
    const added = linesIn(onlyLedger(folder), 'runs').find(({ id }) => String(id).endsWith('-unsure'));
    expect(added).not.toHaveProperty('change_lines');
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs()]).toEqual([2, before]);
    expect(stderr).toMatch(/what the run "\S+-unsure" changed is not known/);
  });

  it('keeps in mind that what was open before had been lost', async () => {
    const { night, run, folder } = await openShop();
    await night('A,6.10', '--out', 'a');
    const ledger = onlyLedger(folder);
    rmSync(join(ledger, 'agreed.ndjson'));
    await night('A,6.20', '--out', 'b');
    await run('diff', 'costs.csv', '--out', 'c');
    const since = () => linesIn(ledger, 'agreed')[0]?.['since'];
    const before = since();
    expect(before).toMatch(/Z-b$/);
    const path = join(ledger, 'runs.ndjson');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.filter((line) => !/"kind":"run".*Z-c"/.test(line)).join('\n'));
    expect((await run('history', 'rebuild', 'c')).stdout).toContain('1 run added');
    expect(since()).toBe(before);
  });

  it('leaves out a run that is under way', async () => {
    const { night, history, env, folder, cwd } = await openShop();
    await night('A,6.10', '--out', 'alive');
    rmSync(folder, { recursive: true });
    rmSync(join(cwd, 'alive', 'summary.json'));
    const locks = join(env['XDG_STATE_HOME'] ?? '', 'pricesheet', 'locks');
    writeLock(join(locks, '0123456789ab.lock'), systemProbes().self);
    appendFileSync(join(locks, '0123456789ab.lock'), `${JSON.stringify(join(cwd, 'alive'))}\n`);
    expect(await history('rebuild', 'alive')).toMatchObject({ code: 0, json: { added: [], left_out: [{}] } });
    rmSync(join(locks, '0123456789ab.lock'));
    expect(await history('rebuild', 'alive')).toMatchObject({ code: 0, json: { added: [{}], left_out: [] } });
  });

  it('reads no folder that is something else, a link, or half deleted, and names runs that it cannot read', async () => {
    const { night, history, folder, cwd } = await openShop();
    for (const name of ['good', 'torn', 'edited', 'gone.deleting', 'elsewhere', 'early']) {
      await night('A,6.10', '--out', join('kept', name));
    }
    const kept = join(cwd, 'kept');
    writeFileSync(join(kept, 'torn', 'plan.ndjson'), '{"kind":"plan"');
    const plan = join(kept, 'edited', 'plan.ndjson');
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('"sku":"A"', '"sku":"B"'));
    rmSync(join(kept, 'early', 'plan.ndjson'));
    renameSync(join(kept, 'elsewhere'), join(cwd, 'elsewhere'));
    symlinkSync('../elsewhere', join(kept, 'elsewhere'));
    mkdirSync(join(kept, 'notes\u001b[31m'));
    rmSync(folder, { recursive: true });
    const { code, json } = await history('rebuild', 'kept');
    const names = (folders: readonly { readonly folder: string }[]) =>
      folders.map((each) => each.folder.slice(kept.length + 1)).sort();
    expect([code, names(json.added), names(json.unread)]).toEqual([1, ['good'], ['edited', 'torn']]);
  });

  it.each(WAYS)(
    'adds no run that others could have changed, nor to such a history: %s',
    async (_how, hand) => {
      const { night, history, folder, cwd } = await openShop();
      for (const name of ['run', 'good']) await night('A,6.10', '--out', name);
      rmSync(folder, { recursive: true });
      mkdirSync(folder, { recursive: true });
      hand(join(cwd, 'run'));
      expect(await history('rebuild', 'run')).toMatchObject({ code: 1, json: { added: [], unread: [{}] } });
      hand(folder);
      expect(await history('rebuild', 'good')).toMatchObject({ code: 2, json: { error: {} } });
      expect(filesOf(folder)).toEqual({});
    },
  );

  it('goes on wherever it was killed or the disk was full, and adds nothing twice', async () => {
    const { night, folder, cwd } = await openShop();
    for (const cost of ['6.10', '6.20']) await night(`A,${cost}\nGONE,1.00`);
    const whole = read(folder);
    const options = { from: [join(cwd, 'runs')], isBusy: () => false, now: Date.now() };
    const top = tempFolder();
    const placeOf = (at: number) => join(top, String(at), '.history');
    const kills = killEverywhere(
      (disk, at) => rebuildHistory({ ...options, folder: placeOf(at), disk }),
      (at) => {
        rebuildHistory({ ...options, folder: placeOf(at), disk: fs });
        expect(read(placeOf(at))).toEqual(whole);
      },
    );
    expect(kills).toBeGreaterThan(10);
    const place = join(tempFolder(), '.history');
    expect(() => rebuildHistory({ ...options, folder: place, disk: fullDisk(2) })).toThrow('ENOSPC');
    expect(Object.keys(filesOf(place)).filter((path) => path.endsWith('.unfinished'))).toEqual([]);
    rebuildHistory({ ...options, folder: place, disk: fs });
    expect(read(place)).toEqual(whole);
  });
});
