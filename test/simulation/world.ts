import { Secret } from '../../src/domain/secret.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { RESOLVE_MODES, type ResolveMode } from '../../src/resolve/choose-lookup.ts';
import { apply } from '../../src/run/apply.ts';
import type { RunHost, RunSettings } from '../../src/run/job/run.ts';
import { sync } from '../../src/run/sync.ts';
import { undo } from '../../src/run/undo.ts';
import { createRandom, type Random } from '../../src/sandbox/random.ts';
import { goneCursorStyles } from '../../src/sandbox/service.ts';
import { EVERY_ROW, PLAIN_SETTINGS, READING } from '../support/some-run.ts';
import { createSimulatedAccount, type SimulatedAccount } from './account.ts';
import { createMachine, type Ending, EPOCH, type Machine, type ProcessFaults, WORK } from './machine.ts';
import { createMeddler, REREADS, type RereadAfter } from './meddle.ts';
import { createNetwork, type Network } from './network.ts';
import { drawScenario, type Scenario } from './scenario.ts';
import { createStorage, type Storage } from './storage.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { createSendingWatch } from './watch-sending.ts';

/** Where the runs keep their history. */
export const HISTORY = `${WORK}/runs/.history`;

export type Act =
  | { readonly command: 'sync' | 'diff' }
  | { readonly command: 'apply' | 'undo'; readonly run: string };

/** A run of the program, and how it ended. */
export interface Run {
  readonly act: Act;
  /** Its folder. */
  readonly folder: string;
  readonly ending: Ending;
  readonly faults: ProcessFaults;
}

/** Everything that a seed decides, and what has happened so far. */
export interface World {
  readonly seed: number;
  readonly random: Random;
  readonly timeline: Timeline;
  readonly storage: Storage;
  readonly network: Network;
  readonly account: SimulatedAccount;
  readonly scenario: Scenario;
  readonly reread: RereadAfter;
  /** In the order in which they began. */
  readonly runs: readonly Run[];
  readonly faults: readonly string[];
  /** Starts runs, the later ones some time after the first, and waits until all have ended. */
  perform(acts: readonly PlannedAct[]): Promise<readonly Run[]>;
  note(fault: string): void;
  /** What was promised and did not hold. */
  readonly violations: readonly string[];
  violate(what: string): void;
  /** From now on nobody meddles any more. */
  calmDown(): void;
  isCalm(): boolean;
}

export interface PlannedAct {
  readonly act: Act;
  readonly faults: ProcessFaults;
  readonly afterMs: number;
  readonly waitLock: number;
  readonly timeoutMs: number;
}

/** `rows`: of the sheet. */
export function createWorld(seed: number, rows: number): World {
  const timeline = createTimeline();
  const faults: string[] = [];
  const note = (fault: string) => void faults.push(fault);
  const violations: string[] = [];
  const violate = (what: string) => void violations.push(what);
  const watchSending = createSendingWatch(violate);
  const random = createRandom(seed, 1);
  const scenario = drawScenario(createRandom(seed, 2), rows);
  const service = createRandom(seed, 5);
  const resolve = service.pick(RESOLVE_MODES);
  const account = createSimulatedAccount(scenario.catalogue, {
    now: timeline.now,
    largestPage: service.pick([100, 25, 10]),
    goneCursors: service.pick(goneCursorStyles),
  });
  const storage = createStorage(() => EPOCH + timeline.now());
  const others = createRandom(seed, 6);
  const reread = REREADS[seed % REREADS.length] ?? 'off';
  const meddle = createMeddler(others);
  const folders = new Map<number, string>();
  const network = createNetwork({
    timeline,
    random: createRandom(seed, 3),
    account,
    earlyEnds: drawEarlyEnds(seed),
    onSend: (exchange) => {
      watchSending(exchange, folders.get(exchange.pid) ?? '', world);
      if (!isCalm) meddle(exchange, world);
    },
    onFault: note,
  });
  const machine = createMachine({ timeline, network, storage, random: createRandom(seed, 4), onFault: note });
  const runs: Run[] = [];
  let isCalm = false;
  makeFolders(storage);

  async function perform(acts: readonly PlannedAct[]): Promise<readonly Run[]> {
    const begun: {
      readonly act: Act;
      readonly folder: string;
      readonly faults: ProcessFaults;
      readonly process: ReturnType<Machine['start']>;
    }[] = [];
    for (const planned of acts) {
      timeline.after(planned.afterMs, () => {
        const folder = `${WORK}/runs/${runs.length + begun.length + 1}`;
        const story = (host: RunHost) =>
          tell(planned, { out: folder, sheet: scenario.sheet, resolve, reread }, host);
        const process = machine.start(story, planned.faults);
        folders.set(process.pid, folder);
        begun.push({ act: planned.act, folder, faults: planned.faults, process });
      });
    }
    const isOver = () => begun.length === acts.length && begun.every(({ process }) => process.ending());
    await timeline.runUntil(isOver);
    const ended = begun.flatMap(({ act, folder, faults: planned, process }): readonly Run[] => {
      const ending = process.ending();
      return ending ? [{ act, folder, faults: planned, ending }] : [];
    });
    runs.push(...ended);
    return ended;
  }

  const world: World = {
    seed,
    random,
    timeline,
    storage,
    network,
    account,
    scenario,
    reread,
    runs,
    faults,
    calmDown: () => {
      isCalm = true;
    },
    isCalm: () => isCalm,
    perform,
    note,
    violations,
    violate,
  };
  return world;
}

/** In every third night; an own stream of chance leaves everything else of the seed as it is. */
function drawEarlyEnds(seed: number) {
  const random = createRandom(seed, 6);
  const share = random.chance(1 / 3) ? random.pick([0.1, 0.3, 0.6]) : 0;
  return { random, share };
}

function makeFolders(storage: Storage): void {
  const disk = storage.open(
    () => 'fine',
    () => {
      throw new Error('This process does not die');
    },
  );
  for (const path of [WORK, '/state']) disk.mkdirSync(path, { mode: 0o700 });
  disk.fsyncSync(disk.openSync('/', 'r'));
}

function tell(
  { act, waitLock, timeoutMs }: PlannedAct,
  {
    out,
    sheet,
    resolve,
    reread,
  }: {
    readonly out: string;
    readonly sheet: string;
    readonly resolve: ResolveMode;
    readonly reread: RereadAfter;
  },
  host: RunHost,
): Promise<RunReport> {
  const dryRun = act.command === 'diff';
  const settings = someSettings({ out, resolve, reread, waitLock, timeoutMs, dryRun });
  switch (act.command) {
    case 'apply':
      return apply({ run: act.run, allow: new Set(), settings }, host);
    case 'undo':
      return undo(act.run, settings, host);
    default:
      return sync(
        {
          command: act.command,
          sheet: '-',
          reading: READING,
          matching: EVERY_ROW,
          limits: {
            maxChange: 50,
            maxClears: { kind: 'percent', percent: 100 },
            maxInvalid: 100,
            minRows: 0,
            drift: 'overwrite',
            allow: new Set(),
          },
          settings,
        },
        toChunks(sheet),
        host,
      );
  }
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function someSettings(
  fields: Pick<RunSettings, 'dryRun' | 'resolve' | 'reread' | 'waitLock'> & {
    readonly out: string;
    readonly timeoutMs: number;
  },
): RunSettings {
  const { timeoutMs, ...rest } = fields;
  return {
    ...rest,
    service: {
      baseUrl: 'https://api.example.com/v1',
      apiKey: new Secret('simulated-key'),
      ratePerSecond: 50,
      concurrency: 8,
      timeoutMs,
      retries: 5,
      nullAs: 'empty',
    },
    maxFailures: { kind: 'count', count: 20 },
    history: { folder: HISTORY, by: { user: null, host: null } },
    ...PLAIN_SETTINGS,
  };
}
