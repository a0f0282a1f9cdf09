import { MAY_ARRIVE_MS } from '../../src/domain/effects.ts';
import { FIELDS } from '../../src/domain/fields.ts';
import type { Values } from './account.ts';
import { checkHistory, checkHistoryFiles, readAgreed } from './check-history.ts';
import { checkFiles, checkStatuses, checkValues } from './check-run.ts';
import { NO_FAULTS, type ProcessFaults } from './machine.ts';
import { CALM, FATES, type Fate, type NetworkProfile } from './network.ts';
import { readPlan, readResults } from './read-files.ts';
import type { DiskFate } from './storage.ts';
import { type Act, createWorld, type PlannedAct, type Run, type World } from './world.ts';

export interface Played {
  readonly seed: number;
  /** What was promised and did not hold. */
  readonly violations: readonly string[];
  readonly faults: readonly string[];
  readonly counts: Readonly<Record<(typeof COUNTED)[number], number>>;
}

export const COUNTED = ['runs', 'killed', 'requests', 'updates', 'faults'] as const;

interface PlayOptions {
  /** Of the sheet. */
  readonly rows: number;
  /** Id of a listing: everything that happened to it is told too. */
  readonly about?: string | undefined;
}

/** Plays all that a seed decides: runs with faults, crashes and others in between, and then a calm night. */
export async function play(seed: number, { rows, about }: PlayOptions): Promise<Played> {
  const world = createWorld(seed, rows);
  try {
    await playTroubles(world);
    await playCalm(world);
    for (const run of world.runs) checkStatuses(run, world);
    checkHistory(world);
    checkValues(world);
  } catch (error) {
    world.violate(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if (about !== undefined) tellAbout(about, world);
  return { seed, violations: world.violations, faults: world.faults, counts: countUp(world) };
}

function tellAbout(id: string, { account, network, runs, storage, note }: World): void {
  note(`${id} was ${JSON.stringify(account.firstOf(id))}`);
  for (const { at, by, sent, after } of account.historyOf(id))
    note(`at ${at} ms by ${by || 'somebody'}: ${JSON.stringify(sent)} made it ${JSON.stringify(after)}`);
  for (const { pid, sentAt, fate, request, seen } of network.exchanges)
    if (request.path.endsWith(id))
      note(`at ${sentAt} ms process ${pid} sent it: ${fate}, ${seen?.attempt.kind}`);
  for (const { folder } of runs)
    for (const { listingId, status, reason, message } of readResults(storage, folder) ?? [])
      if (listingId === id) note(`${folder}: ${status} ${reason} ${message}`);
}

function countUp({ runs, network, scenario, account, faults }: World): Played['counts'] {
  return {
    runs: runs.length,
    killed: runs.filter(({ ending }) => ending.how === 'killed').length,
    requests: network.exchanges.length,
    updates: scenario.catalogue.listings.reduce((sum, { id }) => sum + account.historyOf(id).length, 0),
    faults: faults.length,
  };
}

/** Runs that meet with everything: the network, the disk, crashes, signals, other people, and each other. */
async function playTroubles(world: World): Promise<void> {
  const { random, network, account, scenario } = world;
  const refused = scenario.catalogue.listings.filter(() => random.chance(0.02)).map(({ id }) => id);
  account.refuse(new Set(refused));
  disturb(world);
  importOthers(world);
  const rounds = random.integer(1, 4);
  for (let round = 0; round < rounds; round++) {
    network.setProfile(drawProfile(world));
    const act = chooseAct(world, round);
    // Else it may meet with what is still on its way.
    if (act.command === 'undo' && random.chance(0.5)) await settle(world);
    const main = planAct(world, act);
    const beside = random.chance(0.25)
      ? [planAct(world, { command: 'sync' }, random.integer(0, 50 * scenario.rows.length))]
      : [];
    await perform(world, [main, ...beside]);
  }
  // What is refused now is refused when it arrives late, too.
  await settle(world);
  account.refuse(new Set());
}

const LAST_DISTURBANCE_MS = 60_000;

/** Somebody else changes and removes listings now and then. */
function disturb({ random, timeline, account, scenario, note }: World): void {
  if (random.chance(0.4)) return;
  for (const { id, cost, minimum_price } of scenario.catalogue.listings) {
    const at = random.integer(0, LAST_DISTURBANCE_MS);
    if (random.chance(0.04))
      timeline.after(at, () => {
        const { cost: now } = account.valuesOf(id);
        const isCost = random.chance(0.5) && cost !== null && now !== null;
        note(`somebody changes ${isCost ? 'the cost' : 'the minimum price'} of ${id} at ${at} ms`);
        account.interfere(id, isCost ? { cost: cost + 3 } : { minimum_price: (minimum_price ?? 1000) + 5 });
      });
    if (random.chance(0.005))
      timeline.after(at, () => {
        note(`somebody removes ${id} at ${at} ms`);
        account.remove(id);
      });
  }
}

/** Listings that no row speaks of: they shift what others page through. */
function importOthers({ random, timeline, account, scenario, note }: World): void {
  const [first] = scenario.catalogue.listings;
  if (!first || random.chance(0.5)) return;
  for (let number = random.integer(1, 30); number > 0; number--) {
    const at = random.integer(0, LAST_DISTURBANCE_MS);
    const listing = { ...first, id: random.uuid(), sku: `NEW-${number}`, created: 1_760_000_000 + number };
    timeline.after(at, () => {
      note(`somebody imports ${listing.sku} at ${at} ms`);
      account.add(listing);
    });
  }
}

function chooseAct(world: World, round: number): Act {
  const { random } = world;
  if (round === 0) return { command: random.chance(0.3) ? 'diff' : 'sync' };
  const target = random.pick(world.runs as [Run]);
  const last = world.runs.at(-1) ?? target;
  const command = random.pick<'apply' | 'sync' | 'undo'>(['apply', 'apply', 'apply', 'sync', 'undo']);
  if (command === 'sync') return { command };
  return { command, run: (random.chance(0.8) ? last : target).folder };
}

const TROUBLED: readonly Fate[] = FATES.filter((fate) => fate !== 'fine');

function drawProfile({ random, timeline }: World): NetworkProfile {
  const fates = random.chance(0.5) ? TROUBLED : [random.pick(TROUBLED as [Fate])];
  const from = timeline.now() + random.integer(0, 10_000);
  const outage = {
    from,
    to: from + random.integer(100, 40_000),
    how: random.pick<'refused' | '503'>(['refused', '503']),
  };
  return {
    faultShare: random.pick([0, 0.02, 0.05, 0.1, 0.2, 0.5]),
    updatesOnly: random.chance(0.5),
    fates: fates as [Fate],
    outages: random.chance(0.25) ? [outage] : [],
  };
}

function planAct(world: World, act: Act, afterMs = 0): PlannedAct {
  const { random } = world;
  return {
    act,
    faults: drawFaults(world),
    afterMs,
    waitLock: random.pick([0, 0, 30]),
    timeoutMs: random.pick([3000, 10_000, 30_000]),
  };
}

const ERRORS = ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EMFILE'] as const;

/** A run of 200 rows makes some 300 calls to the disk, the first 40 and the last 40 of them for its folder and its files. */
function drawFaults({ random, scenario }: World): ProcessFaults {
  const most = scenario.rows.length + 100;
  const someCall = () => (random.chance(0.4) ? random.integer(1, 60) : random.integer(1, most));
  const calls = new Map<number, DiskFate | 'power_cut'>();
  if (random.chance(0.2)) calls.set(someCall(), { code: random.pick(ERRORS) });
  if (random.chance(0.2)) calls.set(someCall(), 'short');
  if (random.chance(0.2)) calls.set(someCall(), random.pick(['torn', 'last', 'power_cut']));
  const some = (share: number, ms: number) => (random.chance(share) ? random.integer(0, ms) : undefined);
  return {
    calls,
    fullFrom: random.chance(0.08) ? someCall() : undefined,
    killAfterMs: some(0.15, 20_000),
    powerCutAfterMs: some(0.1, 20_000),
    signalAfterMs: some(0.12, 20_000),
  };
}

/** Then nothing goes wrong any more: what was left undone is done, a further run sends nothing, and all of it can be undone. */
async function playCalm(world: World): Promise<void> {
  const { random, network } = world;
  network.setProfile(CALM);
  world.calmDown();
  await waitForQuiet(world);
  if (random.chance(0.6)) {
    const plan = findApplicable(world);
    if (plan !== undefined) await calmly(world, { command: 'apply', run: plan });
    const first = await calmly(world, { command: 'sync' });
    checkConverged(first, world);
    const second = await calmly(world, { command: 'sync' });
    const [again] = postsOf(second, world);
    if (again) world.violate(`${second.folder}: a second run sends something, ${again.request.path} first`);
  }
  const done = [...world.runs];
  for (const run of done.reverse()) await undoCalmly(run, world);
  checkRestored(world);
  if (random.chance(0.3)) await undoTwice(world);
  if (random.chance(0.2)) await undoSettled(world);
}

/** The last plan that is whole and that no guard rule is against. */
function findApplicable({ runs, storage }: World): string | undefined {
  return runs.findLast(({ folder, act }) => {
    if (act.command === 'undo' || !readPlan(storage, folder)) return false;
    const head = JSON.parse(storage.read(`${folder}/plan.ndjson`)?.split('\n')[0] ?? '');
    return head.whole && head.violations.length === 0;
  })?.folder;
}

async function calmly(world: World, act: Act): Promise<Run> {
  const planned = { act, faults: NO_FAULTS, afterMs: 0, waitLock: 0, timeoutMs: 30_000 };
  const [run] = await perform(world, [planned]);
  if (!run) throw new Error('There was no run');
  if (run.ending.how !== 'reported')
    world.violate(
      `${run.folder}: ${act.command} did not come to its end on a calm night: ${run.ending.error}`,
    );
  return run;
}

async function undoCalmly(run: Run, world: World): Promise<void> {
  if (readPlan(world.storage, run.folder)) await calmly(world, { command: 'undo', run: run.folder });
  else if (postsOf(run, world).length > 0)
    world.violate(`${run.folder}: it sent something, and there is no plan to undo it by`);
}

/** Undo of the last undo, and back again. */
async function undoTwice(world: World): Promise<void> {
  const undone = world.runs.findLast((run) => run.act.command === 'undo' && postsOf(run, world).length > 0);
  if (!undone) return;
  const again = await calmly(world, { command: 'undo', run: undone.folder });
  await undoCalmly(again, world);
  checkRestored(world);
}

/** Once more, when nothing can arrive any more: nothing changes, and no row is in doubt. */
async function undoSettled(world: World): Promise<void> {
  const first = world.runs.find(
    ({ act, folder }) => act.command === 'sync' && readPlan(world.storage, folder),
  );
  if (!first) return;
  // Then nothing counts as being on its way.
  await wait(world, MAY_ARRIVE_MS + 1);
  const run = await calmly(world, { command: 'undo', run: first.folder });
  checkSure(run, world);
  checkRestored(world);
}

/** Then an undo is sure of every listing. */
function checkSure({ folder }: Run, { storage, violate }: World): void {
  const unsure = readResults(storage, folder)?.find(({ reason }) => reason === 'may_arrive');
  if (unsure) violate(`${folder}: line ${unsure.line} may still arrive, and there was time enough`);
}

async function perform(world: World, acts: readonly PlannedAct[]): Promise<readonly Run[]> {
  const names = acts.map(({ act }) => ('run' in act ? `${act.command} ${act.run}` : act.command));
  world.note(`--- ${names.join(' beside ')} at ${world.timeline.now()} ms`);
  const ended = await world.perform(acts);
  for (const run of ended) {
    const { how, report, error, pid } = run.ending;
    const said = report ? `exit code ${report.exitCode} ${report.stop?.code ?? ''}` : String(error ?? '');
    world.note(`process ${pid}, ${run.folder}: ${how} ${said}`);
    checkFiles(run, world);
    checkHistoryFiles(run, world);
    if (run.act.command === 'diff' && postsOf(run, world).length > 0)
      world.violate(`${run.folder}: a diff sends something`);
  }
  return ended;
}

/** Until nobody disturbs the account any more, and nothing is on its way. */
async function waitForQuiet(world: World): Promise<void> {
  await wait(world, LAST_DISTURBANCE_MS + 1 - world.timeline.now());
  await settle(world);
}

async function wait({ timeline }: World, ms: number): Promise<void> {
  let isOver = false;
  timeline.after(ms, () => {
    isOver = true;
  });
  await timeline.runUntil(() => isOver);
}

/** Lets everything arrive that is on its way. */
function settle({ timeline, network }: World): Promise<void> {
  return timeline.runUntil(() => network.onTheirWay() === 0);
}

function postsOf({ ending: { pid } }: Run, { network }: World): World['network']['exchanges'] {
  return network.exchanges.filter((exchange) => exchange.pid === pid && exchange.request.method === 'POST');
}

const STATUSES = {
  update: ['updated', 'unchanged'],
  unchanged: ['unchanged'],
  blank: ['unchanged'],
  blocked: ['blocked'],
  not_found: ['not_found'],
  invalid: ['invalid'],
  ambiguous: ['ambiguous'],
  repeats: ['duplicate'],
  contradicts: ['invalid'],
} as const;

/** After a calm run every listing holds what the sheet says, every row says so, and the history knows it as agreed. */
function checkConverged(run: Run, world: World): void {
  const { account, scenario, storage } = world;
  const results = new Map(readResults(storage, run.folder)?.map((result) => [result.line, result]));
  const agreed = readAgreed(world);
  for (const { kind, line, sku, listingId, desired } of scenario.rows) {
    const { status, sku: told } = results.get(line) ?? {};
    if (told !== sku && kind !== 'invalid')
      world.violate(`${run.folder}: line ${line} is of ${sku}, and told of ${told}`);
    const listings = scenario.catalogue.listings.filter((listing) => listing.sku === sku);
    if (listings.some(({ id }) => wasTouched(id, account))) continue;
    // What a strategy has computed may be too far from what the row says.
    const isBlocked = status === 'blocked' && listings.some(({ id }) => scenario.computing.has(id));
    if (isBlocked) continue;
    if (!(STATUSES[kind] as readonly unknown[]).includes(status))
      world.violate(
        `${run.folder}: line ${line}, ${kind}, is ${status} on a calm night: ${results.get(line)?.message}`,
      );
    if (kind !== 'update' || listingId === undefined) continue;
    const values = account.valuesOf(listingId);
    const missed = FIELDS.filter((field) => field in desired && values[field] !== desired[field]);
    if (missed.length > 0)
      world.violate(`${run.folder}: ${missed.join(', ')} of ${sku} is not as the sheet says`);
    const unknown = FIELDS.filter(
      (field) => field in desired && agreed.get(`${listingId} ${field}`) !== desired[field],
    );
    if (unknown.length > 0) world.violate(`${run.folder}: ${unknown.join(', ')} of ${sku} is not agreed on`);
  }
}

/** Somebody else had a hand in it. */
function wasTouched(id: string, account: World['account']): boolean {
  return account.isGone(id) || account.historyOf(id).some(({ by }) => by === 0);
}

/**
 * Everything is as it was at first, but for what somebody else has changed, and what an undo has said of itself that it could not
 * give back: a bound that a strategy computed where none was set, which it doesn't clear, and a listing of which nobody knows
 * what the service made of an update, since it did not heed all of it and the run was killed.
 */
function checkRestored({ account, scenario, runs, storage, network, violate }: World): void {
  const half = new Set(
    network.exchanges.flatMap(({ fate, request }) =>
      fate === 'half_heeded' ? [request.path.slice('/listings/'.length)] : [],
    ),
  );
  const told = new Set(
    runs.flatMap(({ folder }) =>
      (readResults(storage, folder) ?? []).flatMap(({ status, reason, listingId }) =>
        reason === 'also_changed' || (status === 'conflict' && half.has(listingId)) ? [listingId] : [],
      ),
    ),
  );
  for (const { id, sku } of scenario.catalogue.listings) {
    if (wasTouched(id, account) || told.has(id)) continue;
    const [first, now] = [account.firstOf(id), account.valuesOf(id)];
    const differing = FIELDS.filter((field) => first[field] !== now[field]);
    if (differing.length > 0) violate(`${sku} (${id}) is not as it was: ${describe(differing, first, now)}`);
  }
}

function describe(fields: readonly (keyof Values)[], first: Values, now: Values): string {
  return fields.map((field) => `${field} was ${first[field]} and is ${now[field]}`).join(', ');
}
