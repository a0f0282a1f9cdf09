import { join } from 'node:path';
import { FIELDS } from '../../src/domain/fields.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { listRuns } from '../support/list-runs.ts';
import { askChronic, askList, askPrune, askSku } from './ask-history.ts';
import { Book } from './book.ts';
import { checkAccount } from './check-account.ts';
import { checkRun, type Span } from './check-run.ts';
import {
  type ExpectedRun,
  expectEnded,
  expectKilled,
  expectRefused,
  expectUnsettled,
  type JobFacts,
  type Refusal,
  type SeenRun,
} from './expected-run.ts';
import type { State } from './judge-rows.ts';
import { Ledger } from './ledger.ts';
import type { Death, Machine, Played } from './night-process.ts';
import { readKilledRun } from './read-killed-run.ts';
import type { LedgerRun } from './read-ledger.ts';
import { type Delivery, isRenamed, type Value } from './sheet.ts';
import { SkuLog } from './sku-log.ts';

interface Place {
  readonly machine: Machine;
  readonly sandbox: Sandbox;
  readonly cwd: string;
}

interface Start {
  /** Units: epoch milliseconds. */
  readonly at: number;
  /** `undefined`: there is no file. */
  readonly delivery: Delivery | undefined;
  readonly death?: Death | undefined;
}

/** A run as it was played. */
interface PlayedRun extends Start {
  readonly played: Played;
  readonly before: State;
  readonly isDryRun?: boolean;
}

/** A run that was killed, and that the next run of the job has to add. */
interface Lost extends Span {
  readonly expect: (startedAt: string) => ExpectedRun;
}

const SYNC = ['sync', 'costs.csv'];
/** Updates leave one by one, so that nothing is on its way when the process dies. */
const ONE_BY_ONE = ['--concurrency', '1'];
const SOME_SKUS = ['SKU-1', 'SKU-6', 'SKU-12', 'SKU-25', 'SKU-33', 'GONE-1'];

/** Starts the runs of the job, and compares what the history says with the book after each of them. */
export class Bookkeeper {
  readonly #place: Place;
  readonly #ledger: Ledger;
  readonly #book = new Book();
  readonly #log = new SkuLog();
  readonly #wrong: string[] = [];
  #lost: Lost | undefined;
  /** The number of requests before the run. */
  #requests = 0;

  constructor(place: Place) {
    this.#place = place;
    this.#ledger = new Ledger(join(place.cwd, 'runs/.history'));
  }

  get agreed(): ReadonlyMap<string, Value> {
    return this.#book.agreed;
  }

  takeWrong(): readonly string[] {
    return this.#wrong.splice(0);
  }

  /** Somebody, or cron, runs the job. */
  async sync(start: Start): Promise<void> {
    const { at, delivery, death } = start;
    const before = this.#begin();
    const folders = listRuns(this.#place.cwd);
    const played = await this.#place.machine.run(death ? [...SYNC, ...ONE_BY_ONE] : SYNC, { at, death });
    const run = { ...start, played, before };
    if (played.code === 'SIGKILL' && delivery) this.#lose({ ...run, delivery }, folders);
    else this.#checkEnd(run, this.#takeAdded());
  }

  /** Two at once: the second one begins while the first is under way. */
  async syncTwice(
    start: Start,
    { held, release }: { readonly held: Promise<void>; readonly release: () => void },
  ): Promise<void> {
    const { at } = start;
    const before = this.#begin();
    const first = this.#place.machine.run(SYNC, { at });
    await Promise.race([held, first]);
    const second = await this.#place.machine.run(SYNC, { at: at + LATER_MS });
    release();
    const played = await first;
    const added = this.#takeAdded();
    const isSecond = ({ record }: LedgerRun): boolean => Date.parse(record.started_at) >= at + LATER_MS;
    this.#checkRefused(added.filter(isSecond), second, { code: 'locked', exitCode: 7 });
    this.#checkEnd(
      { ...start, played, before },
      added.filter((run) => !isSecond(run)),
    );
  }

  /** Somebody looks at what a sync would do. */
  async diff(start: Start): Promise<void> {
    const before = this.#begin();
    const played = await this.#place.machine.run(['diff', 'costs.csv'], start);
    this.#checkEnd({ ...start, played, before, isDryRun: true }, this.#takeAdded());
  }

  /** `now`: epoch milliseconds. */
  async endWeek(now: number): Promise<void> {
    const asking = { ...this.#place, now };
    const seen = { ledger: this.#ledger, isUnfinished: this.#lost !== undefined };
    this.#wrong.push(...(await askPrune(asking, this.#ledger)));
    this.#wrong.push(...(await askList(asking, seen)));
  }

  /** After a run that was killed, the history says no more than before it until the next one. */
  async endPlay(now: number): Promise<void> {
    if (this.#lost) return;
    const asking = { ...this.#place, now };
    const known = { book: this.#book, log: this.#log };
    for (const sku of SOME_SKUS) this.#wrong.push(...(await askSku(sku, asking, known)));
    this.#wrong.push(...(await askChronic(asking, this.#book)));
  }

  #begin(): State {
    this.#requests = this.#place.sandbox.requests.length;
    return this.#state();
  }

  #takeAdded(): readonly LedgerRun[] {
    const { added, wrong } = this.#ledger.read();
    this.#wrong.push(...wrong);
    return added;
  }

  /** A run that ended by itself. */
  #checkEnd(run: PlayedRun, found: readonly LedgerRun[]): void {
    const { played, delivery, before, isDryRun = false } = run;
    if (!delivery) {
      this.#checkRefused(found, played, { code: 'sheet', exitCode: 2 }, isDryRun);
      return;
    }
    const added = isDryRun ? found : this.#checkAdopted(found);
    const seen = this.#seen({ ...run, delivery }, this.#ledger.previousOf(added[0]));
    if (isRenamed(delivery)) {
      this.#check(added, expectUnsettled(this.#job, seen, this.#book), played);
      return;
    }
    const startedAt = added[0]?.record.started_at ?? '';
    const expected = expectEnded(this.#job, seen, { startedAt, book: this.#book });
    const judged = this.#book.judge(delivery, before);
    const isSent = expected.record['stopped'] === null && !isDryRun;
    const sent = judged.filter(({ status }) => isSent && status === 'updated');
    this.#wrong.push(...checkAccount(sent, seen));
    this.#check(added, expected, played);
    if (!isDryRun) this.#wrong.push(...this.#ledger.checkAgreed(this.#book.agreed));
  }

  #checkRefused(found: readonly LedgerRun[], played: Played, refusal: Refusal, isDryRun = false): void {
    this.#check(found, expectRefused(this.#job, isDryRun, refusal), played);
  }

  /** The only run that is new. */
  #check(found: readonly LedgerRun[], expected: ExpectedRun, span: Span & { readonly code?: unknown }): void {
    const [run, ...others] = found;
    if (!run || others.length > 0) this.#wrong.push(`${found.length} runs are new in the history`);
    if (!run) return;
    this.#wrong.push(...checkRun(run, expected, { ...span, cwd: this.#place.cwd }));
    const { exitCode } = expected;
    if (exitCode !== undefined && span.code !== exitCode)
      this.#wrong.push(`the process ended with ${span.code} instead of ${exitCode}`);
    if (!run.record.dry_run) this.#log.add(run);
    expected.conclude();
  }

  /** A run was killed: what it has made is for the next one to say. */
  #lose(run: PlayedRun & { readonly delivery: Delivery }, folders: readonly string[]): void {
    const { played, delivery, before } = run;
    const added = this.#lost ? this.#checkAdopted(this.#takeAdded()) : this.#takeAdded();
    if (added.length > 0) this.#wrong.push('a run was killed and is in the history');
    const { cwd } = this.#place;
    const name = listRuns(cwd).find((each) => !folders.includes(each)) ?? '';
    const left = readKilledRun(join(cwd, 'runs', name));
    const judged = this.#book.judge(delivery, before);
    const drifts = this.#book.driftsOf(judged, { isStopped: false, state: before });
    const seen = { ...this.#seen(run, this.#ledger.previousOf(undefined)), judged, left, drifts };
    if (left.hasPlan) this.#book.lose(judged, { ...left, state: before });
    const expect = (startedAt: string): ExpectedRun =>
      expectKilled(this.#job, seen, { startedAt, book: this.#book });
    this.#lost = { from: played.from, to: played.to, expect };
  }

  /** The run that was killed before this one is the first that is new. Returns the others. */
  #checkAdopted(added: readonly LedgerRun[]): readonly LedgerRun[] {
    const lost = this.#lost;
    if (!lost) return added;
    this.#lost = undefined;
    this.#check(added.slice(0, 1), lost.expect(added[0]?.record.started_at ?? ''), lost);
    return added.slice(1);
  }

  #seen(
    { delivery, before, death, isDryRun = false }: PlayedRun & { readonly delivery: Delivery },
    previous: SeenRun['previous'],
  ): SeenRun {
    const requests = this.#place.sandbox.requests.slice(this.#requests);
    const writes = requests.filter(({ method }) => method === 'POST').length;
    const counted = { reads: requests.length - writes, writes, retries: 0, throttled: 0 };
    const isOneByOne = death !== undefined;
    return { delivery, before, after: this.#state(), requests: counted, previous, isDryRun, isOneByOne };
  }

  get #job(): JobFacts {
    const { cwd, sandbox } = this.#place;
    const account = this.#ledger.runs[0]?.record['account'] as JobFacts['account'];
    return { cwd, account: { ...account, base_url: sandbox.url } };
  }

  #state(): State {
    const { listings } = this.#place.sandbox.snapshot();
    return new Map(
      listings.flatMap((listing) =>
        FIELDS.map((field) => [`${listing.id} ${field}`, listing[field]] as const),
      ),
    );
  }
}

/** Units: milliseconds. */
const LATER_MS = 5000;
