import * as systemDisk from 'node:fs';
import { statSync } from 'node:fs';
import process from 'node:process';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import type { Explanation, ExportDocument } from '../../domain/documents/commands.ts';
import type { HistoryList, SkuHistory } from '../../domain/documents/history.ts';
import type { CheckSummary, Summary } from '../../domain/documents/summary.ts';
import { InterruptedError, messageOf, PricesheetError, UsageError } from '../../domain/errors.ts';
import { exitCodeOf } from '../../domain/exit-codes.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { didYouMean } from '../../domain/nearest-names.ts';
import type { Redact } from '../../domain/secret.ts';
import type { ExportedListing } from '../../report/files/render-export.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { eachInSlices } from '../../run/disk/in-slices.ts';
import { findSkuHistory } from '../../run/ledger/past-runs.ts';
import { summaryOf } from '../../run/steps/conclude.ts';
import {
  APPLY_SETTINGS,
  CHECK_SETTINGS,
  EXPORT_SETTINGS,
  HISTORY_SETTINGS,
  LATEST_JOB,
  LATEST_SETTINGS,
  SOURCE_SETTINGS,
  UNDO_SETTINGS,
} from '../../settings/command-settings.ts';
import { inspectServiceSettings, inspectSettings, readSettings } from '../../settings/read-settings.ts';
import { toText } from '../../settings/read-sources.ts';
import {
  KEY,
  KEY_FILE,
  type Parsed,
  refused,
  type SettingTable,
  understood,
} from '../../settings/setting.ts';
import { SYNC_SETTINGS } from '../../settings/settings.ts';
import { type Caller, createCaller } from '../caller/caller.ts';
import { systemPorts } from '../caller/system-ports.ts';
import { checkSheet, describeCheck } from '../stories/check-sheet.ts';
import { explainRun } from '../stories/explain-run.ts';
import { exportListings } from '../stories/export-listings.ts';
import { listHistory, openHistories } from '../stories/open-histories.ts';
import { applyRun, type OpenHost, syncSheet, undoRun } from '../stories/runs.ts';
import {
  type ApplyOptions,
  type CheckOptions,
  type ExplainOptions,
  type ExportOptions,
  type HistoryOptions,
  type InputOptions,
  RunError,
  type RunOptions,
  type SkuHistoryOptions,
  type SyncOptions,
  type UndoOptions,
} from './options.ts';

/** What programs call. Errors of each: `RunError`, and what the `onEvent` of a run threw. */

export function callSync(command: 'sync' | 'diff', sheet: string, options: SyncOptions): Promise<Summary> {
  return callRun(options, { table: SYNC_SETTINGS, words: { sheet } }, (caller, open) =>
    syncSheet({ command, sheet }, caller, open),
  );
}

export function callApply(run: string, options: ApplyOptions): Promise<Summary> {
  return callRun(options, { table: { ...APPLY_SETTINGS, ...LATEST_JOB }, words: { run } }, (caller, open) =>
    applyRun(run, caller, open),
  );
}

export function callUndo(run: string, options: UndoOptions): Promise<Summary> {
  return callRun(options, { table: { ...UNDO_SETTINGS, ...LATEST_JOB }, words: { run } }, (caller, open) =>
    undoRun(run, caller, open),
  );
}

/** Runs a story for a program, and gives its summary: what `summary.json` holds and `--json` prints. */
function callRun(
  options: RunOptions,
  spec: Call,
  story: (caller: Caller, open: OpenHost) => Promise<RunReport>,
): Promise<Summary> {
  const ofRun = { ...spec, switches: ['dryRun', 'verbose'], needsKey: true };
  return call(options, ofRun, async (caller, signal) => {
    let redact: Redact = (text) => text;
    const report = await story(caller, ({ apiKey }) => {
      ({ redact } = apiKey);
      signal.throwIfAborted();
      return { host: { ports: systemPorts(caller, signal), onEvent: () => {} } };
    });
    return withoutKey(summaryOf(report, systemDisk), redact);
  });
}

export function callCheck(sheet: string, options: CheckOptions): Promise<CheckSummary> {
  return call(options, { table: CHECK_SETTINGS, words: { sheet } }, async (outer) => {
    const { report, caller } = await checkSheet(sheet, outer);
    return withoutKey(describeCheck(report, caller), caller.mask);
  });
}

const { history, job, since, failed, field } = HISTORY_SETTINGS;

export function callHistory(options: HistoryOptions): Promise<HistoryList> {
  return call(options, { table: { history, job, since, failed } }, async (caller) =>
    withoutKey(listHistory(openHistories(caller)), caller.mask),
  );
}

export function callSkuHistory(sku: string, options: SkuHistoryOptions): Promise<SkuHistory> {
  return call(options, { table: { history, job, since, field }, words: { sku } }, async (caller) => {
    const opened = openHistories(caller);
    const found = findSkuHistory(sku, { ...opened, field: opened.values.field, disk: systemDisk });
    return withoutKey(found, caller.mask);
  });
}

export function callExplain(run: string, sku: string, options: ExplainOptions): Promise<Explanation> {
  return call(options, { table: LATEST_SETTINGS, words: { run, sku } }, async (caller) => {
    readSettings(LATEST_SETTINGS, caller.sources);
    const { explanation } = await explainRun(run, sku, caller);
    return withoutKey(explanation, caller.mask);
  });
}

export function callExport(options: ExportOptions): Promise<ExportDocument> {
  const spec = { table: EXPORT_SETTINGS, switches: ['force'], needsKey: true } as const;
  return call(options, spec, async (caller, signal) => {
    const { exported, out, document, redact } = await exportListings(caller, {
      signal,
      onProgress: () => {},
    });
    if (out !== undefined) return withoutKey(document, redact);
    const listings: ExportedListing[] = [];
    await eachInSlices(exported.listings(), (listing) => listings.push(withoutKey(listing, redact)));
    return { ...withoutKey(document, redact), listings };
  });
}

/** Options of the call itself, of whichever function. */
type Given = RunOptions & InputOptions;

/** What a function takes. */
export interface Call {
  /** Its settings. */
  readonly table: SettingTable;
  /** What comes before the options, by its name. */
  readonly words?: Readonly<Partial<Record<keyof typeof WORDS, string>>>;
  /** Options that are on or off, and no settings. */
  readonly switches?: readonly string[];
  /** It asks the service, and so needs a key. */
  readonly needsKey?: boolean;
}

/**
 * Answers a program's call: without the key in an error, and as an error that a program can use.
 *
 * Errors: `RunError`.
 */
export async function call<T>(
  options: object,
  spec: Call,
  answer: (caller: Caller, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let mask: Redact = (text) => text;
  let end = (): void => {};
  try {
    const caller = toCaller(options, spec);
    const listening = listenTo(options);
    ({ mask } = caller);
    ({ end } = listening);
    return await answer({ ...caller, onEvent: listening.onEvent }, listening.signal);
  } catch (error) {
    throw toRunError(error, mask);
  } finally {
    // However the call ended: a program that threw gets its own error.
    end();
  }
}

/**
 * The signal and the listener of a program. The reason of its signal is its own: a run ends with one that it knows. A program that can't follow
 * a run any more has to know of it, and nothing may be sent behind its back.
 */
function listenTo({ signal, onEvent }: Given) {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new InterruptedError('caller'));
  // A signal that many runs share has no listener of each: from the eleventh on Node warns of a leak.
  const own = signal && AbortSignal.any([signal]);
  if (own?.aborted) abort();
  own?.addEventListener('abort', abort, { once: true });
  let failure: { readonly cause: unknown } | undefined;
  function fail(cause: unknown): void {
    failure ??= { cause };
    abort();
  }
  const guarded: Caller['onEvent'] = (event) => {
    if (failure) return;
    try {
      // An async function is taken for one that returns nothing, and may fail later.
      const ended: unknown = onEvent?.(event);
      if (ended instanceof Promise) ended.catch(fail);
    } catch (cause) {
      fail(cause);
    }
  };
  return {
    signal: controller.signal,
    onEvent: onEvent && guarded,
    /** The program's signal may outlive many runs. Errors: what its listener threw. */
    end: () => {
      own?.removeEventListener('abort', abort);
      if (failure) throw failure.cause;
    },
  };
}

/** Plain data as a program gets it: a copy in which no text holds the key. */
export function withoutKey<T>(data: T, mask: Redact): T {
  return JSON.parse(mask(toJsonText(data)));
}

function toRunError(error: unknown, mask: Redact): RunError {
  const known = error instanceof PricesheetError ? error : undefined;
  const problems = error instanceof UsageError ? error.problems : [messageOf(error)];
  return new RunError(mask(messageOf(error)), {
    code: known?.code ?? 'bug',
    exitCode: exitCodeOf(error),
    hint: known?.hint === undefined ? undefined : mask(known.hint),
    problems: problems.map(mask),
    // Of a bug its stack helps; of anything else the message says all that may be said.
    cause: known ? undefined : error,
  });
}

const WORDS = {
  sheet: 'sheet as text: a path, with newest a pattern, or "-" with input',
  run: 'run as text: a run folder, or "latest"',
  sku: 'SKU as text, exactly as it is written',
} as const;

/** A program as the caller: nobody watches, and nothing is printed. Errors: `UsageError`. */
function toCaller(given: Given, { table, words = {}, switches = [], needsKey = false }: Call): Caller {
  const { sheet } = words;
  refuseArguments(words, given);
  const { cwd = process.cwd(), env, input } = given;
  const keys = KEYS.filter(([name]) => given[name] !== undefined);
  const { options, problems } = toOptions(given, table, switches);
  if (sheet === '-' && !input) problems.set('input', 'Pass input, what the sheet - is read from');
  if (sheet !== '-' && input) problems.set('input', 'input goes with the sheet "-"');
  const caller = createCaller({
    options,
    cwd,
    env: {
      ...Object.fromEntries(AMBIENT.map((name) => [name, process.env[name]])),
      ...env,
      // A key that is an option replaces one of the environment, in whichever way that names it.
      ...(keys.length > 0 && { [KEY]: undefined, [KEY_FILE]: undefined }),
      ...Object.fromEntries(keys.map(([name, variable]) => [variable, given[name]])),
    },
    sheet,
    program: { variables: Object.fromEntries(keys.map(([name, variable]) => [variable, name])) },
    // Not as objects: text becomes bytes then.
    stdin: () => Readable.from(input ?? [], { objectMode: false }),
    isWatched: () => false,
    isAtTerminal: () => false,
    warn: () => {},
  });
  if (problems.size > 0) {
    // So that all is said at once.
    const inspect = needsKey ? inspectServiceSettings : inspectSettings;
    const others = inspect(table, caller.sources).problems;
    const isNew = (problem: string) =>
      [...problems.keys()].every((name) => !problem.startsWith(`Pass ${name},`));
    throw new UsageError([...problems.values(), ...others.filter(isNew)]);
  }
  return caller;
}

/** A program that no compiler has checked may leave out anything. Errors: `UsageError`. */
function refuseArguments(words: NonNullable<Call['words']>, options: unknown): void {
  const isObject = typeof options === 'object' && options !== null;
  // Of an undo by time the run is ''.
  const isByTime = isObject && 'since' in options;
  const wrong = Object.entries(words).filter(
    ([name, word]) => typeof word !== 'string' || (word === '' && !(name === 'run' && isByTime)),
  );
  const problems = wrong.map(([name]) => `Pass the ${WORDS[name as keyof typeof WORDS]}`);
  if (!isObject)
    throw new UsageError([...problems, 'The options are not an object such as { baseUrl, apiKeyFile }']);
  for (const [name, value] of Object.entries(options)) {
    const [what, is] = (Object.hasOwn(OF_CALL, name) && OF_CALL[name]) || [];
    if (is && value !== undefined && !is(value)) problems.push(`${name} is not ${what}`);
  }
  if (problems.length > 0) throw new UsageError(problems);
}

/** Options that are a variable. */
const KEYS = [
  ['apiKey', KEY],
  ['apiKeyFile', KEY_FILE],
] as const;

/** What Node.js or other runs use anyway; see `CallOptions.env`. */
const AMBIENT = ['XDG_STATE_HOME', 'LOCALAPPDATA', 'HOME', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const;

const TEXT = ['text', isText] as const;

/** Options that are for the call itself, and what each has to be. */
const OF_CALL: Readonly<Record<string, readonly [what: string, is: (value: unknown) => boolean]>> = {
  cwd: ['a folder that exists', isFolder],
  env: ['an object of texts', isEnvironment],
  apiKey: TEXT,
  apiKeyFile: TEXT,
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  input: ['an async iterable, such as a stream', isIterable],
  onEvent: ['a function', (value) => typeof value === 'function'],
};

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isFolder(value: unknown): boolean {
  return typeof value === 'string' && statSync(value, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isEnvironment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((each) => each === undefined || isText(each));
}

function isIterable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/**
 * The options of a program as a command line would give them, as far as they can be read: texts by the names of settings; and by name, why
 * an option can't be read: the call does not have it, or its value is of another kind.
 */
function toOptions(given: object, table: SettingTable, switches: readonly string[]) {
  const settings: SettingTable = { ...table, ...SOURCE_SETTINGS };
  const problems = new Map<string, string>();
  const options: Record<string, string | boolean | undefined> = {};
  function read(name: string, value: unknown): Parsed<string | boolean | undefined> {
    const isSwitch = switches.includes(name);
    const key = Object.hasOwn(settings, name) ? settings[name]?.key : undefined;
    if (key === undefined && !isSwitch) {
      const known = [table, SOURCE_SETTINGS, OF_CALL].flatMap(Object.keys);
      return refused(`is not an option${didYouMean(name, [...known, ...switches])}`);
    }
    if (typeof value === 'boolean') return understood(value);
    if (isSwitch) return refused('is neither true nor false');
    if (name in EMPTY && ['[]', '{}'].includes(inspect(value))) return understood(EMPTY[name]);
    return toText(key ?? name, value);
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(OF_CALL, name)) continue;
    const option = read(name, value);
    if (option.ok) options[name] = option.value;
    else problems.set(name, `${name} ${option.why}`);
  }
  return { options, problems };
}

/** Options that may be an empty list or map, and its text; without one it is the same as no option. */
const EMPTY: Readonly<Record<string, string | undefined>> = {
  allow: undefined,
  fields: undefined,
  map: undefined,
  units: undefined,
  where: 'all',
  leaveOut: '{}',
};
