import type { ErrorJson } from '../../domain/documents/commands.ts';
import type { RunEvent } from '../../domain/documents/notifications.ts';
import type {
  APPLY_SETTINGS,
  CHECK_SETTINGS,
  EXPORT_SETTINGS,
  HISTORY_SETTINGS,
  LATEST_JOB,
  LATEST_SETTINGS,
  UNDO_SETTINGS,
} from '../../settings/command-settings.ts';
import type { SYNC_SETTINGS } from '../../settings/settings.ts';

/** The settings of a table as options, in the words of the table; `scripts/build.mjs` writes out what each takes. */
type OptionsOf<T> = { readonly [K in keyof T]?: unknown };

/** Where a program's call gets what it needs. Nothing is read of the environment, `.env` or `pricesheet.json` unless it is named here. */
export interface CallOptions {
  /** Relative paths start here, and so does the default folder `runs`. Default: the working folder of the process. */
  readonly cwd?: string | undefined;
  /**
   * Environment variables that may set what no option sets, `PRICESHEET_RATE` and the like, and name a proxy: pass `process.env` for
   * what a command line would read. Default: none. Where it does not say, the place of the locks (`XDG_STATE_HOME`, `HOME`,
   * `LOCALAPPDATA`) and `NODE_TLS_REJECT_UNAUTHORIZED` are those of the process: Node.js itself uses the latter, and two runs on one account have
   * to see each other, however they were started.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** A file of environment variables, such as `.env`. Default: none. */
  readonly envFile?: string | undefined;
  /** A config file, such as `pricesheet.json`. Default: none. */
  readonly config?: string | undefined;
}

/** What every call takes that asks the service. */
export interface ServiceOptions extends CallOptions {
  /** The key of the account. No file and no message holds it. */
  readonly apiKey?: string | undefined;
  /** A file that holds the key, instead. */
  readonly apiKeyFile?: string | undefined;
  /**
   * Stops a run: no further request is begun, those in flight are awaited, every row is accounted for, and the call resolves with a summary that has
   * `exit_code` 130 and what `apply` can still send. Aborted before there is a run folder, also while it waits or reads, the call rejects with `code`
   * `interrupted`; an export always does. Many calls may share a signal.
   */
  readonly signal?: AbortSignal | undefined;
}

/** What every run takes. */
export interface RunOptions extends ServiceOptions {
  /** Send nothing: plan and say what would be sent. */
  readonly dryRun?: boolean | undefined;
  /** Log every request in the run folder. */
  readonly verbose?: boolean | undefined;
  /**
   * Takes what happens during the run, as it happens: `event.event` says which fields there are. What it returns is not awaited. If it throws, the run is
   * stopped as by `signal`, and the call rejects with that.
   */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** What a call takes that reads a sheet. */
export interface InputOptions {
  /** What the sheet `-` is read from: bytes, or text, which becomes UTF-8. */
  readonly input?: AsyncIterable<Uint8Array | string> | undefined;
}

/** What `sync` and `diff` take beside the sheet. */
export type SyncOptions = RunOptions & InputOptions & OptionsOf<typeof SYNC_SETTINGS>;
/** What `apply` takes beside the run. */
export type ApplyOptions = RunOptions & OptionsOf<typeof LATEST_JOB> & OptionsOf<typeof APPLY_SETTINGS>;
/** What `undo` takes beside the run, which is `''` with `since`. */
export type UndoOptions = RunOptions & OptionsOf<typeof LATEST_JOB> & OptionsOf<typeof UNDO_SETTINGS>;
/** What `check` takes beside the sheet. It asks the service for nothing, as all that follow but the export. */
export type CheckOptions = CallOptions & InputOptions & OptionsOf<typeof CHECK_SETTINGS>;
/** What `explain` takes beside run and SKU. */
export type ExplainOptions = CallOptions & OptionsOf<typeof LATEST_SETTINGS>;
type LedgerOptions = OptionsOf<typeof HISTORY_SETTINGS>;
export type HistoryOptions = CallOptions & Pick<LedgerOptions, 'history' | 'job' | 'since' | 'failed'>;
export type SkuHistoryOptions = CallOptions & Pick<LedgerOptions, 'history' | 'job' | 'since' | 'field'>;
/** What `exportListings` takes; with `out`, `force` overwrites a file. */
export type ExportOptions = ServiceOptions & { readonly force?: boolean | undefined } & OptionsOf<
    typeof EXPORT_SETTINGS
  >;

type RunErrorOptions = Pick<RunError, 'code' | 'exitCode' | 'hint' | 'problems' | 'cause'>;

/** What a call rejects with if there is no summary: nothing was sent by then. */
export class RunError extends Error {
  override readonly name = 'RunError';
  /** A word for programs. */
  readonly code: ErrorJson['error']['code'];
  /** What the command line would end with. */
  readonly exitCode: number;
  /** What to do about it. */
  readonly hint: string | undefined;
  /** Everything that is wrong, if that is several settings. */
  readonly problems: readonly string[];

  constructor(message: string, { code, exitCode, hint, problems, cause }: RunErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.exitCode = exitCode;
    this.hint = hint;
    this.problems = problems;
  }
}
