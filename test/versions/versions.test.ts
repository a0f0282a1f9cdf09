import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseCatalogue } from '../../src/sandbox/catalogue.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { idOf } from '../support/an-account.ts';
import { ROOT } from '../support/pages.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testSandbox } from '../support/test-sandbox.ts';

/** What each version has left, as `npm run fixture` had it made by that version: see CONTRIBUTING.md. */
const FIXTURES = join(ROOT, 'fixtures/versions');
const VERSIONS = readdirSync(FIXTURES);
const { version: CURRENT } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const [FIRST, LAST, APPROVED] = [idOf(1), idOf(4), idOf(15)];

/** All but the merged one, which only joins what its shards did. */
const RUNS_IN_HISTORY = 9;

interface ListedRun {
  readonly id: string;
  readonly folder: string;
  readonly exit_code: number;
}

interface Place {
  readonly cwd: string;
  readonly sandbox: Sandbox;
  readonly play: (...argv: readonly string[]) => ReturnType<typeof runInProcess>;
}

/** A copy of what a version has left, beside a service that serves the account as it was then, at the address that the run was made with. */
async function openVersion(version: string): Promise<Place> {
  const cwd = tempFolder();
  cpSync(join(FIXTURES, version), cwd, { recursive: true });
  makePrivate(cwd);
  const [head = ''] = readFileSync(join(cwd, 'runs/sent/plan.ndjson'), 'utf8').split('\n');
  const { base_url: url } = JSON.parse(head).account;
  const catalogue = parseCatalogue(JSON.parse(readFileSync(join(cwd, 'account.json'), 'utf8')));
  const sandbox = await testSandbox({ catalogue });
  redirect(portOf(url), portOf(sandbox.url));
  const env = envOf({ url, apiKey: sandbox.apiKey });
  return { cwd, sandbox, play: (...argv) => runInProcess(argv, { cwd, env }) };
}

/** Git keeps no such modes, and files that others may write are refused. */
function makePrivate(path: string): void {
  const isFolder = statSync(path).isDirectory();
  chmodSync(path, isFolder ? 0o700 : 0o600);
  if (isFolder) for (const name of readdirSync(path)) makePrivate(join(path, name));
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** The port of the time may be another program's now. */
function redirect(from: number, to: number): void {
  const { connect } = net;
  const spy = vi
    .spyOn(net, 'connect')
    .mockImplementation(((options: net.TcpNetConnectOpts) =>
      connect({ ...options, port: Number(options.port) === from ? to : options.port })) as typeof connect);
  onTestFinished(() => spy.mockRestore());
}

/** The statuses that rows of a run have. */
function shownIn(summary: string): Readonly<Record<string, number>> {
  const { by_status: byStatus } = JSON.parse(summary).counts;
  return Object.fromEntries(Object.entries<number>(byStatus).filter(([, rows]) => rows > 0));
}

function costOf({ sandbox }: Place, id: string): number | null | undefined {
  return sandbox.snapshot().listings.find((listing) => listing.id === id)?.cost;
}

describe('the fixtures of versions', () => {
  it('are there for the current one too', () => {
    expect(VERSIONS).toContain(CURRENT);
  });

  it.each(VERSIONS)('%s hold neither a key nor the name of a place', (version) => {
    const names = readdirSync(join(FIXTURES, version), { recursive: true, encoding: 'utf8' });
    const files = names
      .map((name) => join(FIXTURES, version, name))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(10);
    const texts = files.map((path) => readFileSync(path, 'utf8')).join('\n');
    expect(texts).not.toContain('sandbox-key');
    const paths = [...texts.matchAll(/"(?:cwd|folder)": ?"(\/[^"]*)"/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(2);
    expect(paths.filter((path) => !/^\/tmp\/prices(?:\/|$)/.test(path))).toEqual([]);
  });
});

describe.each(VERSIONS)('what version %s has left is read by this one', (version) => {
  it('explain says what happened to a SKU', async () => {
    const { play } = await openVersion(version);
    const { code, stdout } = await play('explain', 'runs/sent', 'MUG-01');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/updated/)]);
    expect(stdout).toMatch(/cost.*5\.00.*6\.50/);
  });

  it.each([
    ['shard-1', 'CUP-05', /updated/],
    ['merged', 'CUP-05', /updated/],
    ['ramped', 'JAR-04', /updated/],
    ['held', 'POT-02', /held \(hold_over\), not sent/],
    ['approved', 'POT-02', /updated/],
    ['taken-back', 'POT-02', /7\.00 → 5\.00/],
    ['followed', 'JUG-01', /updated/],
    ['followed', 'JUG-02', /repricing is off/],
  ])('explain says what happened in the run "%s" to %s', async (run, sku, says) => {
    const { play } = await openVersion(version);
    const { code, stdout } = await play('explain', `runs/${run}`, sku);
    expect([code, stdout]).toEqual([0, expect.stringMatching(says)]);
  });

  it('history lists its runs, shows one, and follows a SKU', async () => {
    const { play } = await openVersion(version);
    const list = JSON.parse((await play('history', '--json')).stdout);
    expect(list.runs.map(({ folder, exit_code }: ListedRun) => [basename(folder), exit_code])).toEqual([
      ['sent', 3],
      ['reviewed', 3],
      ['shard-1', 0],
      ['shard-2', 0],
      ['ramped', 0],
      ['held', 0],
      ['approved', 0],
      ['taken-back', 0],
      ['followed', 0],
    ]);
    for (const { id, folder } of list.runs as readonly ListedRun[]) {
      const shown = JSON.parse((await play('history', 'show', id, '--json')).stdout);
      expect(shown.run.folder).toBe(folder);
    }
    const sku = await play('history', 'sku', 'MUG-01');
    expect([sku.code, sku.stdout]).toEqual([0, expect.stringMatching(/cost +5\.00 +6\.50/)]);
    const pot = await play('history', 'sku', 'POT-02');
    expect(pot.stdout).toMatch(/cost +5\.00 +7\.00[\s\S]*cost +7\.00 +5\.00/);
  });

  it('history rebuild makes the history again from the run folders alone', async () => {
    const { play, cwd } = await openVersion(version);
    rmSync(join(cwd, 'runs/.history'), { recursive: true });
    mkdirSync(join(cwd, 'runs/.history'), { mode: 0o700 });
    expect(await play('history', 'rebuild')).toMatchObject({ code: 0 });
    const list = JSON.parse((await play('history', '--json')).stdout);
    expect(list.runs).toHaveLength(RUNS_IN_HISTORY);
    for (const [name, change] of [
      ['MUG-01', /cost +5\.00 +6\.50/],
      ['CUP-05', /cost +5\.00 +6\.25/],
      ['POT-02', /cost +5\.00 +7\.00[\s\S]*cost +7\.00 +5\.00/],
      ['JUG-01', /manual_price +null +16\.00/],
    ] as const)
      expect((await play('history', 'sku', name)).stdout).toMatch(change);
  });

  it('undo plans its reverse, and gives back what was there before', async () => {
    const place = await openVersion(version);
    expect(await place.play('undo', 'runs/sent', '--dry-run', '--json')).toMatchObject({ code: 0 });
    expect(costOf(place, FIRST)).toBe(650);
    const { stdout } = await place.play('undo', 'runs/sent', '--yes', '--json');
    expect(JSON.parse(stdout).counts.by_status).toMatchObject({ updated: 3 });
    const [listing] = place.sandbox.snapshot().listings.filter(({ id }) => id === FIRST);
    expect(listing).toMatchObject({ cost: 500, minimum_price: 900, maximum_price: 2000 });
  });

  it.each([
    ['merged', { planned: 5 }],
    ['ramped', { planned: 4 }],
    ['held', { planned: 1 }],
    // It was taken back then.
    ['approved', { unchanged: 1 }],
    ['taken-back', { planned: 1 }],
    ['followed', { planned: 2 }],
  ])('undo plans the reverse of the run "%s"', async (run, planned) => {
    const { play } = await openVersion(version);
    const { code, stdout } = await play('undo', `runs/${run}`, '--dry-run', '--json');
    expect(code, stdout).toBe(0);
    expect(shownIn(stdout)).toEqual(planned);
  });

  it('merge joins its shards as it did', async () => {
    const { play, cwd } = await openVersion(version);
    const { code, stderr } = await play('merge', 'runs/shard-1', 'runs/shard-2', '--out', 'runs/again');
    expect([code, stderr]).toEqual([0, '']);
    const rowsOf = (run: string) => readFileSync(join(cwd, 'runs', run, 'results.csv'), 'utf8');
    expect(rowsOf('again')).toBe(rowsOf('merged'));
  });

  it('apply sends what its review file approves', async () => {
    const place = await openVersion(version);
    const review = 'runs/held/review.csv';
    const { code, stdout } = await place.play('apply', 'runs/held', '--only', review, '--yes', '--json');
    expect(code, stdout).toBe(0);
    // What was sent in that run at once counts too.
    expect(shownIn(stdout)).toEqual({ updated: 2, held: 1 });
    expect(costOf(place, APPROVED)).toBe(700);
  });

  it('apply finds its plan still to be sent, and sends it', async () => {
    const place = await openVersion(version);
    const dry = await place.play('apply', 'runs/reviewed', '--dry-run', '--json');
    expect(dry.code, dry.stderr).toBe(3);
    expect(JSON.parse(dry.stdout).counts.by_status).toMatchObject({ planned: 2 });
    expect([costOf(place, FIRST), costOf(place, LAST)]).toEqual([650, 500]);
    const { stdout } = await place.play('apply', 'runs/reviewed', '--yes', '--json');
    expect(JSON.parse(stdout).counts.by_status).toMatchObject({ updated: 2 });
    expect([costOf(place, FIRST), costOf(place, LAST)]).toEqual([675, 525]);
  });

  it('a sync compares itself with its runs', async () => {
    const { play } = await openVersion(version);
    const { stdout } = await play('sync', 'costs.csv', '--yes', '--attention', 'new', '--json');
    const summary = JSON.parse(stdout);
    // The SKU that is not listed needed attention in that version's runs already.
    expect(summary).toMatchObject({
      exit_code: 0,
      counts: { by_status: { updated: 2, unchanged: 2, not_found: 1 } },
    });
  });
});
