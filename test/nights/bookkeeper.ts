import { join } from 'node:path';
import { FIELDS } from '../../src/domain/fields.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { askChronic, askList, askPrune, askSku } from './ask-history.ts';
import { Book } from './book.ts';
import { checkAccount } from './check-account.ts';
import { checkRun, type Span } from './check-run.ts';
import { compareLines, differencesBetween } from './differences.ts';
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
import { openLines, toChangeText, toText } from './history-lines.ts';
import type { State } from './judge-rows.ts';
import { Ledger, type RunLine } from './ledger.ts';
import type { Death, Machine, Played } from './night-process.ts';
import { readKilledRun } from './read-killed-run.ts';
import { type Delivery, isRenamed, type Value } from './sheet.ts';

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
  readonly id: string;
  readonly expected: ExpectedRun;
}

const SYNC = ['sync', 'costs.csv'];
/** Updates leave one by one, so that nothing is on its way when the process dies. */
const ONE_BY_ONE = ['PRICESHEET_CONCURRENCY=1'];
const SOME_SKUS = ['SKU-1', 'SKU-6', 'SKU-12', 'SKU-25', 'SKU-33', 'GONE-1'];

/** Starts the runs of the job, and compares what the history says with the book after each of them. */
export class Bookkeeper {
  readonly #place: Place;
  readonly #ledger: Ledger;
  readonly #book = new Book();
  readonly #wrong: string[] = [];
  /** Lines of changes of which no run has given account yet. */
  #changes: string[] = [];
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
    const played = await this.#place.machine.run(death ? [...SYNC, ...ONE_BY_ONE] : SYNC, { at, death });
    const run = { ...start, played, before };
    if (played.code === 'SIGKILL' && delivery) this.#lose({ ...run, delivery });
    else this.#checkEnd(run, this.#takeAdded());
    this.#checkAgreed();
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
    const isSecond = ({ started_at }: RunLine): boolean => Date.parse(started_at) >= at + LATER_MS;
    if (second.code !== 7) this.#wrong.push(`a second run beside tonight's ended with ${second.code}`);
    this.#wrong.push(
      ...added.filter(isSecond).map(({ id }) => `${id} ran beside tonight's, and is no night`),
    );
    this.#checkEnd(
      { ...start, played, before },
      added.filter((run) => !isSecond(run)),
    );
    this.#checkAgreed();
  }

  /** Somebody looks at what a sync would do. */
  async diff(start: Start): Promise<void> {
    const before = this.#begin();
    const played = await this.#place.machine.run(['diff', 'costs.csv'], start);
    this.#checkEnd({ ...start, played, before, isDryRun: true }, this.#takeAdded());
    this.#checkAgreed();
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
    const known = { book: this.#book, changes: this.#ledger.changes };
    for (const sku of SOME_SKUS) this.#wrong.push(...(await askSku(sku, asking, known)));
    this.#wrong.push(...(await askChronic(asking, this.#book)));
  }

  #begin(): State {
    this.#requests = this.#place.sandbox.requests.length;
    return this.#state();
  }

  #takeAdded(): readonly RunLine[] {
    const { runs, changes, wrong } = this.#ledger.read();
    this.#wrong.push(...wrong);
    this.#changes.push(...changes.map(toChangeText));
    return runs;
  }

  /** A run that ended by itself. */
  #checkEnd(run: PlayedRun, found: readonly RunLine[]): void {
    const { played, delivery, before, isDryRun = false } = run;
    if (!delivery) {
      // Nobody waits for what a look has to say.
      if (isDryRun) this.#wrong.push(...found.map(({ id }) => `${id} is no night`));
      else this.#checkRefused(found, played, { code: 'sheet', exitCode: 2 });
      return;
    }
    const added = isDryRun ? found : this.#checkBegun(this.#checkAdopted(found));
    const seen = this.#seen({ ...run, delivery });
    const [ended] = added;
    if (isRenamed(delivery) || !ended)
      this.#check(added, expectUnsettled(this.#job, seen, this.#book), played);
    else {
      const expected = expectEnded(this.#job, seen, { run: ended, book: this.#book });
      const judged = this.#book.judge(delivery, before);
      const sent = judged.filter(({ status }) => expected.isAdded && status === 'updated');
      this.#wrong.push(...checkAccount(sent, seen));
      this.#check(added, expected, played);
    }
    if (isDryRun) return;
    this.#wrong.push(...this.#changes.splice(0).map((line) => `the history says ${line}, and it was not so`));
    this.#book.forgetSaid();
  }

  #checkRefused(found: readonly RunLine[], played: Played, refusal: Refusal): void {
    this.#check(found, expectRefused(this.#job, refusal), played);
  }

  /** The only run that is new. */
  #check(found: readonly RunLine[], expected: ExpectedRun, span: Span & { readonly code?: unknown }): void {
    const [run, ...others] = found;
    if (!run || others.length > 0) this.#wrong.push(`${found.length} runs are new in the history`);
    if (!run) return;
    const changes = this.#ledger.changes.filter((change) => change['run'] === run.id);
    this.#wrong.push(...checkRun(run, expected, { ...span, cwd: this.#place.cwd, changes }));
    for (const line of expected.lines) {
      const at = this.#changes.indexOf(line);
      if (at === -1) this.#wrong.push(`the history does not say ${line}`);
      else this.#changes.splice(at, 1);
    }
    const { exitCode } = expected;
    if (exitCode !== undefined && span.code !== exitCode)
      this.#wrong.push(`the process ended with ${span.code} instead of ${exitCode}`);
    expected.conclude();
  }

  /** A run was killed: what it has made is for the next one to say. If nothing says that it began, it has sent nothing. */
  #lose(run: PlayedRun & { readonly delivery: Delivery }): void {
    const found = this.#takeAdded();
    const [begun, ...others] = this.#lost && found.length > 0 ? this.#checkAdopted(found) : found;
    if (others.length > 0 || (begun && begun.kind !== 'begun'))
      this.#wrong.push('a run was killed and is in the history');
    if (!begun) return;
    const { id } = begun;
    const left = readKilledRun(join(this.#place.cwd, 'runs', id));
    const isNoted = this.#ledger.readAgreed().run === id;
    const killed = { ...this.#seen(run), left, isNoted, there: this.#changes };
    const expected = expectKilled(this.#job, killed, { run: begun, book: this.#book });
    this.#lost = { id, from: run.played.from, to: run.played.to, expected };
  }

  /** The run that was killed before this one is the first that is new. Returns the others. */
  #checkAdopted(added: readonly RunLine[]): readonly RunLine[] {
    const lost = this.#lost;
    if (!lost) return added;
    this.#lost = undefined;
    if (added[0]?.id !== lost.id) this.#wrong.push(`the next run did not add ${lost.id}`);
    this.#check(added.slice(0, 1), lost.expected, lost);
    return added.slice(1);
  }

  /** A run that is to send something says so first. */
  #checkBegun([begun, ...others]: readonly RunLine[]): readonly RunLine[] {
    const { id = '', started_at, account } = others[0] ?? ({} as Partial<RunLine>);
    const folder = join(this.#place.cwd, 'runs', id);
    const said = {
      kind: 'begun',
      version: 1,
      id,
      command: 'sync',
      job: 'costs',
      account,
      folder,
      started_at,
    };
    this.#wrong.push(...differencesBetween(begun, said, '.begun'));
    return others;
  }

  /** What is open, and what sheet and service last agreed on, as long as no run that was killed is to be added. */
  #checkAgreed(): void {
    if (this.#lost) return;
    const book = this.#book;
    const { run, open, values } = this.#ledger.readAgreed();
    const toTexts = (each: ReadonlyMap<string, unknown>): readonly string[] =>
      [...each].map(([key, value]) => `${key} ${value}`);
    this.#wrong.push(
      ...(run === book.run ? [] : [`the agreed values are of ${run} instead of ${book.run}`]),
      ...compareLines('what is open', open.map(toText), openLines({ ...book, issues: book.issues ?? [] })),
      ...compareLines('agreed values', toTexts(values), toTexts(book.agreed)),
    );
  }

  #seen({ delivery, before, death, isDryRun = false }: PlayedRun & { readonly delivery: Delivery }): SeenRun {
    const requests = this.#place.sandbox.requests.slice(this.#requests);
    const writes = requests.filter(({ method }) => method === 'POST').length;
    const counted = { reads: requests.length - writes, writes, retries: 0, throttled: 0 };
    return {
      delivery,
      before,
      after: this.#state(),
      requests: counted,
      isDryRun,
      isOneByOne: death !== undefined,
    };
  }

  get #job(): JobFacts {
    const { cwd, sandbox } = this.#place;
    const account = this.#ledger.runs[0]?.['account'] as JobFacts['account'];
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
