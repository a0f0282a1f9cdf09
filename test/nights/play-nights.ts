import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { type Chance, chanceOf } from '../plan/shops/chance.ts';
import { gate } from '../support/gate.ts';
import { envOf } from '../support/sandbox-env.ts';
import { Bookkeeper } from './bookkeeper.ts';
import { Meddler } from './meddler.ts';
import { type Death, Machine } from './night-process.ts';
import { type Delivery, makeDelivery } from './sheet.ts';
import { openAccount, Supplier } from './supplier.ts';

const TROUBLES = [
  'fine',
  'fine',
  'no run',
  'no file',
  'the file of an earlier night',
  'half the file',
  'every row twice',
  'hand edits',
  'hand edits',
  'hand edits',
  'a column renamed',
  'a rise of 5 %',
  'a crash',
  'a crash',
  'two at once',
  'the same file',
] as const;
export type Trouble = (typeof TROUBLES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday. */
const FIRST_NIGHT = Date.UTC(2026, 0, 5, 2, 30);

export interface PlayedNight {
  readonly number: number;
  readonly trouble: Trouble;
  /** Where the history and the play's own bookkeeping differ. */
  readonly wrong: readonly string[];
}

interface Options {
  readonly seed: number;
  readonly nights: number;
  /** An empty folder. */
  readonly cwd: string;
}

/**
 * Plays nights of one job by the built program, each process at the time of its night, and compares what the history says with the play's own bookkeeping
 * after each of them.
 */
export async function playNights({ seed, nights, cwd }: Options): Promise<readonly PlayedNight[]> {
  const brake = new Brake();
  const sandbox = await startSandbox({
    catalogue: openAccount(),
    faults: { rules: [{ match: { method: 'GET' }, delayMs: 1 }] },
    wait: brake.wait,
  });
  mkdirSync(join(cwd, 'runs'));
  try {
    const job = new NightlyJob({ sandbox, brake, cwd, chance: chanceOf(seed) });
    const played: PlayedNight[] = [];
    for (let number = 0; number < nights; number++)
      played.push(await job.play(number, number === nights - 1));
    return played;
  } finally {
    brake.release();
    await sandbox.close();
  }
}

/** Holds what the service is asked, if somebody pulls it. */
class Brake {
  #held = () => {};
  #released: Promise<void> = Promise.resolve();
  release = (): void => {};

  /** Done once a request is held. */
  pull(): Promise<void> {
    const [held, released] = [gate(), gate()];
    this.#held = held.open;
    this.#released = released.opened;
    this.release = released.open;
    return held.opened;
  }

  readonly wait = (): Promise<void> => {
    this.#held();
    return this.#released;
  };
}

interface Scene {
  readonly sandbox: Sandbox;
  readonly brake: Brake;
  readonly cwd: string;
  readonly chance: Chance;
}

class NightlyJob {
  readonly #scene: Scene;
  readonly #supplier: Supplier;
  readonly #meddler: Meddler;
  readonly #keeper: Bookkeeper;
  /** Sheets that were whole, the newest last. */
  readonly #delivered: Delivery[] = [];

  constructor(scene: Scene) {
    const { sandbox, cwd, chance } = scene;
    this.#scene = scene;
    this.#supplier = new Supplier(chance);
    this.#meddler = new Meddler(sandbox, chance);
    const machine = new Machine({ cwd, env: { ...envOf(sandbox), XDG_STATE_HOME: join(cwd, 'state') } });
    this.#keeper = new Bookkeeper({ machine, sandbox, cwd });
  }

  async play(number: number, isLast: boolean): Promise<PlayedNight> {
    const { chance } = this.#scene;
    const trouble = number === 0 ? 'fine' : chance.pick(TROUBLES);
    const at = FIRST_NIGHT + number * DAY_MS + chance.whole(0, 600) * 1000;
    const delivery = this.#deliver(trouble, at - HOUR_MS);
    if (trouble === 'hand edits') this.#meddler.edit(this.#keeper.agreed);
    if (trouble !== 'no run') await this.#run(trouble, { at, delivery });
    if (number > 0 && chance.happens(0.12)) {
      const byHand = at + chance.whole(1, 19) * HOUR_MS;
      await this.#keeper.sync({ at: byHand, delivery });
    }
    if (trouble !== 'a column renamed' && chance.happens(0.1))
      await this.#keeper.diff({ at: at + 20 * HOUR_MS, delivery });
    if (number % 7 === 6 || isLast) await this.#keeper.endWeek(FIRST_NIGHT + number * DAY_MS + 21 * HOUR_MS);
    if (isLast) await this.#keeper.endPlay(FIRST_NIGHT + number * DAY_MS + 21 * HOUR_MS);
    const wrong = this.#keeper.takeWrong().map((what) => `night ${number}, ${trouble}: ${what}`);
    return { number, trouble, wrong };
  }

  async #run(
    trouble: Trouble,
    { at, delivery }: { at: number; delivery: Delivery | undefined },
  ): Promise<void> {
    const keeper = this.#keeper;
    if (trouble === 'two at once') {
      const { brake } = this.#scene;
      await keeper.syncTwice({ at, delivery }, { held: brake.pull(), release: () => brake.release() });
    } else
      await keeper.sync({ at, delivery, death: trouble === 'a crash' ? this.#chooseDeath() : undefined });
  }

  #chooseDeath(): Death {
    const { chance } = this.#scene;
    const nth = chance.whole(1, 4);
    return chance.pick<Death>([
      { method: 'GET', when: 'leaves', nth: 1 },
      { method: 'POST', when: 'leaves', nth },
      { method: 'POST', when: 'leaves', nth },
      { method: 'POST', when: 'arrived', nth },
      { method: 'POST', when: 'arrived', nth },
      { file: 'summary.json', call: 'rename' },
      { file: 'changes.ndjson', call: 'append' },
      { file: 'changes.ndjson', call: 'tear' },
      { file: 'agreed.ndjson', call: 'rename' },
      { file: 'runs.ndjson', call: 'append', nth: 2 },
    ]);
  }

  /** Leaves the night's file where the job looks for it. */
  #deliver(trouble: Trouble, modified: number): Delivery | undefined {
    const path = join(this.#scene.cwd, 'costs.csv');
    rmSync(path, { force: true });
    const delivery = this.#makeDelivery(trouble, modified);
    if (!delivery) return undefined;
    writeFileSync(path, delivery.text);
    utimesSync(path, delivery.modified / 1000, delivery.modified / 1000);
    return delivery;
  }

  #makeDelivery(trouble: Trouble, modified: number): Delivery | undefined {
    const { chance } = this.#scene;
    const last = this.#delivered.at(-1);
    if (trouble === 'no file') return undefined;
    if (trouble === 'the same file' && last) return last;
    const older = this.#delivered.slice(-6, -1);
    if (trouble === 'the file of an earlier night' && older.length > 0)
      return older[chance.whole(0, older.length - 1)];
    const rows = this.#supplier.export(trouble === 'a rise of 5 %' ? 1.05 : 1);
    if (trouble === 'half the file') return makeDelivery(rows.slice(0, rows.length / 2), { modified });
    if (trouble === 'a column renamed') {
      const renamed = chance.happens(0.5) ? { cost: 'landed' } : { maximum_price: 'shelf' };
      return makeDelivery(rows, { modified, renamed });
    }
    const delivery = makeDelivery(trouble === 'every row twice' ? [...rows, ...rows] : rows, { modified });
    this.#delivered.push(delivery);
    return delivery;
  }
}
