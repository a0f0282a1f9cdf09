import type { RunEvent } from '../../domain/documents/run-event.ts';

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

/** How to talk to the service. */
export interface ServiceOptions extends CallOptions {
  /** Address of the service, `https://…`; `http://` only for this machine. */
  readonly baseUrl?: string | undefined;
  /** The key of the account. No file and no message holds it. */
  readonly apiKey?: string | undefined;
  /** A file that holds the key, instead. */
  readonly apiKeyFile?: string | undefined;
  /** Requests per second, over all requests; `auto` learns the service's limit. Default: 10. */
  readonly rate?: number | 'auto' | undefined;
  /** Requests in flight at once. Default: `auto`, as many as the rate needs. */
  readonly concurrency?: number | 'auto' | undefined;
  /** Of each attempt. Units: seconds. Default: 30. */
  readonly timeout?: number | undefined;
  /** Further attempts at a request after the first one. Default: 5. */
  readonly retries?: number | undefined;
}

/** What every run takes. */
export interface RunOptions extends ServiceOptions {
  /**
   * Stops the run: no further request is begun, those in flight are awaited, every row is accounted for, and the call resolves with a summary that has
   * `exit_code` 130 and what `apply` can still send. Aborted before there is a run folder, also while it waits or reads, the call rejects with `code`
   * `interrupted`. Many runs may share a signal.
   */
  readonly signal?: AbortSignal | undefined;
  /** Send nothing: plan and say what would be sent. */
  readonly dryRun?: boolean | undefined;
  /** Log every request in the run folder. */
  readonly verbose?: boolean | undefined;
  /** How listings are found: each SKU looked up, or the account paged. Default: `auto`, whichever takes fewer requests. */
  readonly resolve?: 'auto' | 'sku' | 'scan' | undefined;
  /** How a cleared field is written in the query string. Default: `empty`. */
  readonly nullAs?: 'empty' | 'null' | undefined;
  /** Read a listing again before its update if it was read longer ago: `30s`, `5m`, `1h`; `0`: always; `off`: never. Default: `5m`. */
  readonly reread?: string | undefined;
  /** Wait up to 5 minutes until manual prices that were sent show in their listings. Default: true. */
  readonly followUp?: boolean | undefined;
  /** Stop after this many failed lookups or updates: 20, or `5%`. Default: 20. */
  readonly maxFailures?: number | string | undefined;
  /** Which rows make exit code 3: rows that did not need attention last time, all, or none. Default: `all`. */
  readonly attention?: 'new' | 'all' | 'ok' | undefined;
  /** The folder of the history; `off` keeps none. Default: `runs/.history`. */
  readonly history?: string | undefined;
  /** How long to wait until another run on the same account ends; then the call rejects with `code` `locked`. Units: seconds. Default: 0. */
  readonly waitLock?: number | undefined;
  /** The run folder, which must not exist or be empty. Default: `runs/<UTC time>-<name>`. */
  readonly out?: string | undefined;
  /**
   * Takes what happens during the run, as it happens: `event.event` says which fields there are. What it returns is not awaited. If it throws, the run is
   * stopped as by `signal`, and the call rejects with that.
   */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Write the same events to this file, one JSON document a line. */
  readonly events?: string | undefined;
  /** The trace that the run is a part of, as W3C Trace Context writes it. Default: `TRACEPARENT` of `env`. */
  readonly traceparent?: string | undefined;
  /** A metrics file for Prometheus. */
  readonly metrics?: string | undefined;
  /** Where to post a message when a job starts to fail, still fails or recovers. */
  readonly webhook?: string | undefined;
  /** Default: `slack` for hooks.slack.com, else `json`. */
  readonly webhookFormat?: 'json' | 'slack' | undefined;
}

/** How to read a sheet; nearly all of it is detected. */
export interface ReadingOptions {
  /** The sheet is a pattern such as `drop/costs-*.csv`: read the newest file that matches it. */
  readonly newest?: boolean | undefined;
  /** A sheet that was modified longer ago stops the run: `90m`, `30h`, `7d`. Default: no limit. */
  readonly maxAge?: string | undefined;
  /** `utf-8`, `windows-1252`, `cp850`, … Default: detected. */
  readonly encoding?: string | undefined;
  /** `comma`, `semicolon`, `tab`, `pipe` or a character. Default: detected. */
  readonly delimiter?: string | undefined;
  /** Quotation mark around cells; `none`: quotes are ordinary characters. Default: detected. */
  readonly quote?: 'double' | 'single' | 'none' | undefined;
  /** Line of the header; `none`: the sheet has none. Default: detected. */
  readonly headerRow?: number | 'none' | undefined;
  /** Which column holds which field, by header or letter: `{ sku: 'Material', cost: 'E' }`; `''` for a field without a column. */
  readonly map?: Readonly<Record<string, string>> | undefined;
  /** Columns that are left out on purpose: headers, or what each may hold, `{ UOM: ['EA'], Price: 'amounts' }`. Default: none. */
  readonly leaveOut?:
    | readonly string[]
    | Readonly<Record<string, 'any' | 'amounts' | 'dates' | 'past-dates' | 'words' | readonly string[]>>
    | string
    | undefined;
  /** Lines beside the table that change no amount (`ignored`), or are the reason for another option (`used`). Default: none. */
  readonly notes?: Readonly<Record<string, 'ignored' | 'used'>> | string | undefined;
  /** Decimal sign of the amounts. Default: detected for each column. */
  readonly decimal?: '.' | ',' | undefined;
  /** Order of day, month and year in dates such as `01/02/2026`. Default: detected. */
  readonly dateOrder?: 'dmy' | 'mdy' | 'ymd' | undefined;
  /** The day for which `valid_from` and `valid_to` are read: `2026-12-31`. Default: today. */
  readonly asOf?: string | undefined;
  /** Unit of the amounts: 12.99, or 1299. Default: `major`. */
  readonly money?: 'major' | 'cents' | undefined;
  /** How to round amounts finer than a cent. Default: `half-up` for cost, else `error`. */
  readonly round?: 'error' | 'half-up' | 'half-even' | 'up' | 'down' | undefined;
  /** How many pieces a unit in the column `unit` has: `{ DZ: 12 }`; `''` for blank cells. Default: words for one piece are one. */
  readonly units?: Readonly<Record<string, number>> | string | undefined;
  /** Every cost is for this many pieces, which the table itself says nowhere. Default: 1. */
  readonly costPer?: number | undefined;
  /** The cell that clears a field. Default: `null`. */
  readonly clearToken?: string | undefined;
  /** Pad SKUs that are only digits with leading zeros to this many digits. */
  readonly skuPad?: number | undefined;
  /** Only the rows for which all of these hold count: `['warehouse=MAIN', 'status!=ended']`. Default: all rows. */
  readonly where?: readonly string[] | string | undefined;
  /** A name for the sheet that stays the same from run to run. Default: the file's name without its date. */
  readonly job?: string | undefined;
  /** What to do with rows for the same listing that disagree. Default: `error`. */
  readonly duplicates?: 'error' | 'first' | 'last' | undefined;
  /** Currency of rows without one: `usd`. */
  readonly currency?: string | undefined;
  /** What a sale of a unit costs beside the cost: 0.3, or by channel `0.30,CHANNEL=0.35`. Default: nothing. */
  readonly fee?: number | string | undefined;
  /** The same in percent of the price: 15, or `15,CHANNEL=8`. Default: nothing. */
  readonly feePercent?: number | string | undefined;
  /** What the sheet `-` is read from. */
  readonly input?: AsyncIterable<Uint8Array> | undefined;
}

/** What `sync` and `diff` take beside the sheet. */
export interface SyncOptions extends RunOptions, ReadingOptions {
  /** Wait until the file has been unchanged for this long: `10s`, `2m`. */
  readonly settle?: string | undefined;
  /** Move the file to this folder after a run that ends with exit code 0 or 3. */
  readonly doneTo?: string | undefined;
  /** Only match listings of this platform. */
  readonly platform?: string | undefined;
  /** Only match listings of this channel. */
  readonly channel?: string | undefined;
  /** Only match listings with this status. */
  readonly status?: 'active' | 'inactive' | undefined;
  /** Let a SKU also match the one listing whose SKU differs only in case. */
  readonly skuIgnoreCase?: boolean | undefined;
  /** A SKU with several listings: `one` makes the row ambiguous, `all` updates them all. Default: `one`. */
  readonly match?: 'one' | 'all' | undefined;
  /** Block a row in which an amount changes by more than this percentage. Default: 50. */
  readonly maxChange?: number | undefined;
  /** More updates than this stop the run before the first one: 500, or `20%`. Default: no limit. */
  readonly maxUpdates?: number | string | undefined;
  /** The same for cleared fields. Default: `10%`. */
  readonly maxClears?: number | string | undefined;
  /** More invalid rows than this percentage stop the run, from 10 rows up. Default: 10. */
  readonly maxInvalid?: number | undefined;
  /** The same for SKUs that have no listing. Default: no limit. */
  readonly maxMissing?: number | undefined;
  /** Fewer SKUs than this percentage of the usual number stop the run. Default: 70. */
  readonly minRows?: number | undefined;
  /** What to do where somebody else changed a field since it was last as the sheet says. Default: `overwrite`. */
  readonly drift?: 'overwrite' | 'hold' | 'stop' | undefined;
  /** Hold rows in which an amount changes by more than this percentage for a person: 10, or `10%,cost=25%`. Default: hold none. */
  readonly holdOver?: number | string | undefined;
  /** Whether SKUs without a listing need attention. Default: `attention`. */
  readonly missing?: 'attention' | 'ok' | undefined;
  /** Guard rules to skip in this run. */
  readonly allow?: readonly string[] | undefined;
}

/** What `apply` takes beside the run. */
export interface ApplyOptions extends RunOptions {
  /** Of `latest`: which job's. */
  readonly job?: string | undefined;
  readonly missing?: 'attention' | 'ok' | undefined;
  /** Guard rules to skip that stopped the plan. */
  readonly allow?: readonly string[] | undefined;
  /** Send only what this review file approves. */
  readonly only?: string | undefined;
  /** Refuse a review file that was last changed longer ago: `30m`, `24h`. Default: `24h`. */
  readonly approvalAge?: string | undefined;
}

/** What `undo` takes beside the run. */
export interface UndoOptions extends RunOptions {
  /** Of `latest` and of `since`: which job's. */
  readonly job?: string | undefined;
  /** `other_key`: accept a run that was made with another key. */
  readonly allow?: readonly 'other_key'[] | undefined;
  /** Take back all runs since then instead of a single one: `2026-11-20`, `36h`. The run is `''` then. */
  readonly since?: string | undefined;
  /** With `since`: only what they did to this SKU. */
  readonly sku?: string | undefined;
  /** With `since`: only what they did to this field. */
  readonly field?: string | undefined;
}

/** What `check` takes beside the sheet. It asks the service for nothing. */
export interface CheckOptions extends CallOptions, ReadingOptions {}

/** What `history` and `skuHistory` take. They ask the service for nothing. */
interface LedgerOptions extends CallOptions {
  /** The folder of the history. Default: `runs/.history`. */
  readonly history?: string | undefined;
  /** Only runs of this job. */
  readonly job?: string | undefined;
  /** Only what is from then on: `2026-11-01`, `24h`, `7d`. */
  readonly since?: string | undefined;
}

export interface HistoryOptions extends LedgerOptions {
  /** Only runs that failed or were killed, and missing ones. */
  readonly failed?: boolean | undefined;
}

export interface SkuHistoryOptions extends LedgerOptions {
  /** Only this field: `cost`, `minimum_price`, … Default: all. */
  readonly field?: string | undefined;
}

/** What `explain` takes beside run and SKU. It asks the service for nothing. */
export interface ExplainOptions extends CallOptions {
  /** Of `latest`: which job's. */
  readonly job?: string | undefined;
  /** The folder of the history, by which `latest` is found. Default: `runs/.history`. */
  readonly history?: string | undefined;
  /** Address of the service: commands for `curl` are given only for this one. */
  readonly baseUrl?: string | undefined;
}

/** What `exportListings` takes. */
export interface ExportOptions extends ServiceOptions {
  /** Stops it: the call rejects with `code` `interrupted`, and no file is written. */
  readonly signal?: AbortSignal | undefined;
  /** Write the listings to this file as a sheet that `sync` can read, instead of returning them. */
  readonly out?: string | undefined;
  /** Overwrite the file. */
  readonly force?: boolean | undefined;
  /** Only listings of this platform. */
  readonly platform?: string | undefined;
  /** Only listings of this channel. */
  readonly channel?: string | undefined;
  /** Only listings with this status. */
  readonly status?: 'active' | 'inactive' | undefined;
  /** Only listings of this SKU. */
  readonly sku?: string | undefined;
  /** Only these fields: `['cost', 'minimum_price']`. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** Write strategies by name into the sheet. */
  readonly strategyNames?: boolean | undefined;
  /** Of the sheet: `comma`, `semicolon`, `tab`, `pipe` or a character. Default: `comma`. */
  readonly delimiter?: string | undefined;
  /** Of the sheet: decimal sign of the amounts. Default: `.`. */
  readonly decimal?: '.' | ',' | undefined;
  /** Of the sheet: unit of the amounts. Default: `major`. */
  readonly money?: 'major' | 'cents' | undefined;
  /** Of the sheet: the cell that clears a field, which no cell holds. Default: `null`. */
  readonly clearToken?: string | undefined;
}
