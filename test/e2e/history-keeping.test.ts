import * as fs from 'node:fs';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { findDamaged } from '../../src/run/history/find-damaged.ts';
import { rebuildHistory } from '../../src/run/history/rebuild-history.ts';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import { filesOf } from '../support/a-history.ts';
import { fullDisk, killEverywhere } from '../support/dying-disk.ts';
import { WAYS } from '../support/hand-to-others.ts';
import { findMismatches } from '../support/json-schema.ts';
import { listRuns } from '../support/list-runs.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

/** A shop with a history, and its commands. */
async function openShop(skus: readonly string[] = ['A', 'B', 'C']) {
  const sandbox = await testSandbox({ catalogue: anAccount(skus.map((sku) => ({ sku }))) });
  const cwd = tempFolder();
  const env = { ...envOf(sandbox), XDG_STATE_HOME: tempFolder() };
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env });
  async function night(rows: string, ...argv: readonly string[]) {
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\n${rows}\n`);
    return run('sync', 'costs.csv', ...argv);
  }
  async function history(action: string, ...argv: readonly string[]) {
    const { code, stdout } = await run('history', action, ...argv, '--json');
    const json = JSON.parse(stdout);
    if (json.error === undefined) expect(findMismatches(`history-${action}`, json)).toEqual([]);
    return { code, json };
  }
  return { sandbox, cwd, env, run, night, history, folder: join(cwd, 'runs', '.history') };
}

/** The files of all runs of a history, the oldest first. */
function runFiles(folder: string): readonly string[] {
  const files = Object.entries(filesOf(folder)).filter(([name]) =>
    /-(?:costs|other)(?:-\d+)?\.ndjson$/.test(name),
  );
  const startOf = (text: string): string => /"started_at":"([^"]*)"/.exec(text)?.[1] ?? '';
  return files.sort(([, one], [, other]) => (startOf(one) < startOf(other) ? -1 : 1)).map(([name]) => name);
}

/** The lines of these files. */
function runsOf(folder: string) {
  return runFiles(folder).map((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
    const [head, ...rest] = lines.map((line) => JSON.parse(line));
    return { head, lines: rest.slice(0, -1) };
  });
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
    const before = runsOf(folder);
    rmSync(folder, { recursive: true });
    const { code, json } = await history('rebuild');
    expect([code, json.known, json.left_out, json.unread]).toEqual([0, 0, [], []]);
    expect(json.added).toHaveLength(5);
    const after = runsOf(folder);
    const KNOWN_TO_THE_RUN = { by: null, drift: null, moves: null, news: null, previous: null };
    expect(after.map(({ head }) => ({ ...head, ...KNOWN_TO_THE_RUN }))).toEqual(
      before.map(({ head }) => ({ ...head, ...KNOWN_TO_THE_RUN })),
    );
    for (const kind of ['change', 'attention']) {
      const pick = (runs: typeof before) =>
        runs.map(({ head, lines }) => (head.dry_run ? [] : lines.filter((line) => line.kind === kind)));
      expect(pick(after)).toEqual(pick(before));
    }
    expect(after.at(-1)?.lines).toContainEqual(expect.objectContaining({ sku: 'GONE', nights: 3 }));
    const half = await night(rowsAt('6.40', TWELVE.slice(0, 6)));
    expect([half.code, half.stdout]).toEqual([4, expect.stringContaining('rows_dropped')]);
  });

  it('adds nothing where nothing is missing', async () => {
    const { night, history, run, folder } = await openShop();
    await night('A,6.10\nB,6.20');
    await run(
      'undo',
      join('runs', readdirSync(join(folder, '..')).find((name) => name.endsWith('costs')) ?? ''),
    );
    const before = filesOf(folder);
    expect(await history('rebuild', 'runs')).toMatchObject({ code: 0, json: { added: [], known: 2 } });
    expect(filesOf(folder)).toEqual(before);
    expect(await run('history', 'rebuild')).toMatchObject({
      code: 0,
      stdout: '0 runs added, 2 in the history already\n',
    });
  });

  it('adds an undo to the job of the run that it took back', async () => {
    const { night, history, run, folder } = await openShop();
    await night('A,6.10\nB,6.20', '--out', 'one');
    await run('undo', 'one', '--out', 'back');
    const places = Object.keys(filesOf(folder));
    rmSync(folder, { recursive: true });
    const { json } = await history('rebuild', 'one', 'back');
    expect(json.added.map(({ job }: { readonly job: string }) => job)).toEqual(['costs', 'costs']);
    expect(new Set(Object.keys(filesOf(folder)).map((path) => path.split('/')[0]))).toEqual(
      new Set(places.map((path) => path.split('/')[0])),
    );
  });

  it('adds the undo of an applied undo to that job too, which knows what it gave back', async () => {
    const { night, history, run, folder } = await openShop();
    await night('A,6.10', '--out', 'one');
    await run('undo', 'one', '--dry-run', '--out', 'plan');
    await run('apply', 'plan', '--out', 'sent');
    await run('undo', 'sent', '--out', 'back');
    const { stdout } = await night('A,6.20', '--drift', 'hold', '--out', 'two');
    expect(stdout).toContain('1 listing updated');
    expect(stdout).not.toContain('somebody else');
    const places = () => new Set(Object.keys(filesOf(folder)).map((path) => path.split('/')[0]));
    expect(places().size).toBe(1);
    const before = places();
    rmSync(folder, { recursive: true });
    await history('rebuild', 'one', 'sent', 'back');
    expect(places()).toEqual(before);
  });

  it('adds one run that is missing, and changes no other file', async () => {
    const { night, history, folder } = await openShop();
    for (const cost of ['6.10', '6.20', '6.30']) await night(`A,${cost}`);
    const before = filesOf(folder);
    const [, second = ''] = runFiles(folder);
    rmSync(join(folder, second));
    expect(await history('rebuild')).toMatchObject({
      code: 0,
      json: { added: [{ job: 'costs' }], known: 2 },
    });
    const after = filesOf(folder);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect({ ...after, [second]: '' }).toEqual({ ...before, [second]: '' });
  });

  it('leaves damaged files as they are, and adds their runs again once they are moved away', async () => {
    const { night, history, run, folder, cwd } = await openShop();
    for (const cost of ['6.10', '6.20']) await night(`A,${cost}`);
    const [first = '', second = ''] = runFiles(folder);
    writeFileSync(join(folder, first), readFileSync(join(folder, first), 'utf8').slice(0, -5));
    const before = filesOf(folder);
    expect(await history('rebuild')).toMatchObject({
      code: 1,
      json: { added: [], damaged: [first] },
    });
    const { stdout } = await run('history', 'rebuild', '--quiet');
    expect(stdout).toBe(
      `Damaged, and left as it is: ${first}\n0 runs added, 2 in the history already\nMove damaged files away, and history rebuild adds their runs again from the run folders\n`,
    );
    expect(filesOf(folder)).toEqual(before);
    renameSync(join(folder, first), join(cwd, 'moved'));
    const { code, json } = await history('rebuild');
    expect([code, json.damaged, json.added.length]).toEqual([0, [], 1]);
    expect(Object.keys(filesOf(folder))).toEqual(Object.keys(before));
    expect(filesOf(folder)[second]).toBe(before[second]);
    expect((await history('show', 'latest')).json.notices).toEqual([]);
    expect((await history('sku', 'A')).json).toMatchObject({ notices: [], changes: [{}, {}] });
  });

  it('says how many fields somebody else had changed, which only results.csv names', async () => {
    const { sandbox, night, history, run, folder } = await openShop();
    await night('A,6.10\nB,6.20');
    for (const { id, sku } of sandbox.snapshot().listings)
      if (sku !== 'C') sandbox.changeListing(id, { cost: 777 });
    await night('A,6.10\nB,6.20');
    rmSync(folder, { recursive: true });
    const { stdout } = await run('history', 'rebuild');
    expect(stdout).toMatch(
      /^Added: \S+ \(\S+\)\nAdded: \S+ \(\S+\); 2 fields that somebody else had changed: only its results\.csv names them\n2 runs added/,
    );
    rmSync(folder, { recursive: true });
    const { json } = await history('rebuild');
    const counts = json.added.map((each: { changed_by_others: number }) => each.changed_by_others);
    expect(counts).toEqual([0, 2]);
    const listed = await history('list');
    expect(listed.json.runs.at(-1).drift).toEqual({ drifted: 2, contested: 0, recomputed: 0 });
  });

  it('adds a run that was killed, with what it changed', async () => {
    const { night, history, folder, cwd } = await openShop();
    await night('A,6.10\nB,6.20', '--out', 'killed');
    const [{ lines } = { lines: [] }] = runsOf(folder);
    rmSync(folder, { recursive: true });
    rmSync(join(cwd, 'killed', 'summary.json'));
    await history('rebuild', 'killed');
    expect(runsOf(folder)).toMatchObject([
      {
        head: {
          verdict: 'killed',
          exit_code: null,
          changes: { cost: { up: 2 } },
          sheet: { rows: 2 },
          counts: { outcomes: 2, attention: 0, by_status: { updated: 2 }, by_reason: {} },
        },
      },
    ]);
    const changes = (from: typeof lines) => from.filter(({ kind }) => kind === 'change');
    expect(changes(runsOf(folder)[0]?.lines ?? [])).toEqual(changes(lines));
  });

  it('leaves out a run that is under way', async () => {
    const { night, history, env, folder, cwd } = await openShop();
    await night('A,6.10', '--out', 'alive');
    rmSync(folder, { recursive: true });
    rmSync(join(cwd, 'alive', 'summary.json'));
    const locks = join(env.XDG_STATE_HOME, 'pricesheet', 'locks');
    const holder = {
      version: 1,
      id: '3f0c8b1e-5a0e-4b7e-9d6c-0d2a4d3f9a11',
      ...systemProbes().self,
      since: new Date().toISOString(),
      command: 'sync',
      subject: 'costs.csv',
    };
    mkdirSync(locks, { recursive: true });
    writeFileSync(
      join(locks, '0123456789ab.lock'),
      `${JSON.stringify(holder)}\n${JSON.stringify(join(cwd, 'alive'))}\n`,
    );
    expect(await history('rebuild', 'alive')).toMatchObject({ code: 0, json: { added: [], left_out: [{}] } });
    rmSync(join(locks, '0123456789ab.lock'));
    expect(await history('rebuild', 'alive')).toMatchObject({ code: 0, json: { added: [{}], left_out: [] } });
  });

  it('reads no folder that is something else, a link, or half deleted, and names runs that it cannot read', async () => {
    const { night, history, folder, cwd } = await openShop();
    for (const name of ['good', 'torn', 'edited', 'gone.deleting', 'elsewhere', 'early']) {
      await night('A,6.10', '--out', join('kept', name));
      // Runs of the same millisecond would be one.
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
    expect([code, names(json.added), names(json.left_out), names(json.unread)]).toEqual([
      1,
      ['good'],
      ['early'],
      ['edited', 'torn'],
    ]);
  });

  it.each(WAYS)(
    'adds no run whose folder others could have changed, and nothing to such a history: %s',
    async (_how, hand) => {
      const { night, history, folder, cwd } = await openShop();
      await night('A,6.10', '--out', 'run');
      rmSync(folder, { recursive: true });
      mkdirSync(folder, { recursive: true });
      hand(join(cwd, 'run'));
      expect(await history('rebuild', 'run')).toMatchObject({ code: 1, json: { added: [], unread: [{}] } });
      hand(folder);
      expect(await history('rebuild', 'run')).toMatchObject({ code: 2, json: { error: {} } });
      expect(filesOf(folder)).toEqual({});
    },
  );

  it('leaves a whole history behind wherever it is killed or the disk is full, and goes on from there', async () => {
    const { night, folder, cwd } = await openShop();
    for (const cost of ['6.10', '6.20']) await night(`A,${cost}`);
    const whole = runFiles(folder);
    const options = {
      from: [join(cwd, 'runs')],
      isBusy: () => false,
      now: Date.now(),
    };
    const top = tempFolder();
    const placeOf = (at: number) => join(top, String(at), '.history');
    const kills = killEverywhere(
      (disk, at) => rebuildHistory({ ...options, folder: placeOf(at), disk }),
      (at) => {
        expect(findDamaged(placeOf(at), fs)).toEqual([]);
        rebuildHistory({ ...options, folder: placeOf(at), disk: fs });
        expect(runFiles(placeOf(at))).toEqual(whole);
      },
    );
    expect(kills).toBeGreaterThan(10);
    const place = join(tempFolder(), '.history');
    expect(() => rebuildHistory({ ...options, folder: place, disk: fullDisk(3) })).toThrow(
      'the disk is full',
    );
    expect(Object.keys(filesOf(place)).filter((path) => path.endsWith('.unfinished'))).toEqual([]);
    rebuildHistory({ ...options, folder: place, disk: fs });
    expect(runFiles(place)).toEqual(whole);
  });
});

/** A terminal at which somebody answers. */
async function atTerminal(
  argv: readonly string[],
  answer: string,
  { cwd, env }: Awaited<ReturnType<typeof openShop>>,
) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end(answer);
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
  const code = await main(argv, { stdin, stdout, stderr, env, cwd });
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

describe('history prune', () => {
  async function fourNights() {
    const shop = await openShop();
    for (const cost of ['6.10', '6.20', '6.30', '6.40']) await shop.night(`A,${cost}`);
    const runs = () => listRuns(shop.cwd);
    return { ...shop, runs };
  }

  it('takes a rule, and knows how each is written', async () => {
    const { run, runs } = await fourNights();
    for (const argv of [[], ['--yes'], ['--keep-last', '0'], ['--keep-within', '30'], ['--keep-daily', 'x']])
      expect(await run('history', 'prune', ...argv)).toMatchObject({ code: 2, stdout: '' });
    expect(await run('history', 'rebuild', '--keep-last', '1')).toMatchObject({ code: 2 });
    expect(runs()).toHaveLength(4);
  });

  it('says what it would delete, deletes it, and leaves the history and the last undo', async () => {
    const { run, runs, history, folder, sandbox } = await fourNights();
    const before = filesOf(folder);
    const dry = await history('prune', '--keep-last', '1', '--dry-run');
    expect([dry.code, dry.json.deleted.length, dry.json.dry_run, runs().length]).toEqual([0, 3, true, 4]);
    expect(dry.json.bytes).toBeGreaterThan(10_000);
    const { code, stdout } = await run('history', 'prune', '--keep-last', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Kept: runs\/.*: --keep-last, the last of its job that can be undone\n(?:Deleted: runs\/.* \(\d.*B\)\n){3}3 run folders deleted, \d.* [kM]B; 1 kept\n$/,
    );
    expect(filesOf(folder)).toEqual(before);
    const { stdout: listed } = await run('history', 'list', '--json');
    expect(JSON.parse(listed).runs).toHaveLength(4);
    expect(await history('rebuild')).toMatchObject({ code: 0, json: { damaged: [] } });
    expect(await run('undo', join('runs', runs()[0] ?? ''))).toMatchObject({ code: 0 });
    expect(sandbox.snapshot().listings[0]).toMatchObject({ cost: 630 });
    expect(await history('prune', '--keep-within', '30d')).toMatchObject({ code: 0, json: { deleted: [] } });
  });

  it('asks at a terminal, unless it is told the answer', async () => {
    const shop = await fourNights();
    const argv = ['history', 'prune', '--keep-last', '1'];
    const no = await atTerminal(argv, 'n\n', shop);
    expect([no.code, shop.runs().length]).toEqual([8, 4]);
    expect(no.stderr).toMatch(/Would delete: runs\/.*\nDelete 3 run folders, \d.* kB\? \[y\/N\] $/s);
    const odd = await atTerminal(argv, 'sure\n', shop);
    expect([odd.code, odd.stderr]).toEqual([8, expect.stringContaining('answer y or yes to delete them')]);
    expect(await atTerminal([...argv, '--dry-run'], '', shop)).toMatchObject({ code: 0, stderr: '' });
    expect(await atTerminal(argv, 'y\n', shop)).toMatchObject({ code: 0 });
    expect(shop.runs()).toHaveLength(1);
    await shop.night('A,6.50');
    expect(await atTerminal([...argv, '--yes'], '', shop)).toMatchObject({ code: 0, stderr: '' });
    expect(shop.runs()).toHaveLength(1);
  });

  it('deletes nothing where the history could have been changed by others', async () => {
    const { history, folder, runs } = await fourNights();
    fs.chmodSync(folder, 0o777);
    expect(await history('prune', '--keep-last', '1')).toMatchObject({ code: 2 });
    expect(runs()).toHaveLength(4);
  });
});
