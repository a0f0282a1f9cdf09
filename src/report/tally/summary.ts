import type { ChangeKind } from '../../domain/change-kind.ts';
import type { Field, MoneyField } from '../../domain/fields.ts';
import type { Obstacle } from '../../domain/listing.ts';
import type { UnknownPrice } from '../../domain/price-outcome.ts';
import type { Approval, DriftCounts } from '../../domain/run-record.ts';
import type { Status } from '../../domain/status.ts';
import type { Trace } from '../../domain/trace.ts';
import type { FreshRow } from './attention-news.ts';

/**
 * `summary.json`, version 1, in its own words; `docs/schema/summary.schema.json` says the same. Within version 1 fields may be
 * added; none is removed or changes its meaning.
 */
export interface Summary {
  readonly version: 1;
  /** The version of the program. */
  readonly pricesheet: string;
  readonly command: 'sync' | 'diff' | 'apply' | 'undo';
  /** Nothing was to be sent. */
  readonly dry_run: boolean;
  /** Somebody was asked whether to send, and said no; never for a program. */
  readonly declined: boolean;
  /** 0: done. 3: done, and rows need attention. Others are in the README. */
  readonly exit_code: number;
  /** What the run did and what it found, in a few sentences for people. */
  readonly letter: readonly string[];
  readonly sheet: {
    /** As given; of apply and undo the run folder. */
    readonly path: string;
    /** Of the bytes that were read, as hex. */
    readonly sha256: string;
    /** Rows below the header, ignored ones included. */
    readonly rows: number;
    /** What the sheet is called from run to run. */
    readonly job: string | null;
    /** How the sheet was read; `null` if none was, as by undo. */
    readonly reading: object | null;
  };
  readonly account: { readonly base_url: string; readonly key_fingerprint: string };
  /** Names of repricing strategies by id, if rows name any. */
  readonly strategies: Readonly<Record<string, string>>;
  /** Every setting by its flag, and where its value comes from; none of them secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly counts: {
    /** Lines of results.csv: a row with several listings counts once for each. */
    readonly outcomes: number;
    /** Outcomes that need attention. */
    readonly attention: number;
    readonly by_status: Readonly<Record<Status, number>>;
    readonly by_reason: Readonly<Record<string, number | undefined>>;
  };
  /** What was changed; if nothing was sent, what would have been. */
  readonly changes: ChangesSummary;
  /** What becomes of the prices, as far as that follows from the bounds of the listings. */
  readonly price_outcome: PricesSummary;
  /** Manual prices that were sent, by what the listings showed afterwards. */
  readonly follow_up: {
    readonly reflected: number;
    readonly pending: number;
    readonly no_effect: number;
  } | null;
  /** What `only` approved. */
  readonly approval: Approval | null;
  /** Fields that somebody else changed since sheet and service last agreed on them. */
  readonly drift: DriftCounts | null;
  /** How the outcomes that need attention differ from the last run of the job. */
  readonly attention_news: {
    readonly new: number;
    readonly still: number;
    /** Units: ISO 8601. */
    readonly since: string | null;
    readonly well: number;
    /** The first of the new ones. */
    readonly new_rows: readonly FreshRow[];
  } | null;
  readonly notices: readonly string[];
  /** What kept the plan from being sent, or ended the run before its time. */
  readonly stopped: {
    /** `guard`, or the code of the error. */
    readonly code: string;
    /** Of a guard stop, the rules that fired. */
    readonly rules: readonly string[];
    readonly message: string;
    readonly hint: string | null;
    /** The run folder, if `apply` can send what is left of the plan. */
    readonly apply: string | null;
  } | null;
  /** How the listings were found. */
  readonly lookup: {
    readonly by: 'sku' | 'scan';
    readonly why: string;
    readonly reads_expected: number | null;
    readonly parts?: number | undefined;
    readonly probes?: number | undefined;
  } | null;
  readonly rereads_expected: number | null;
  readonly requests: {
    readonly reads: number;
    readonly writes: number;
    /** Attempts after the first. */
    readonly retries: number;
    /** Answers with status 429. */
    readonly throttled: number;
  };
  /** Requests per second. */
  readonly rate: RateSummary;
  readonly times: {
    /** Units: ISO 8601. */
    readonly started_at: string;
    readonly finished_at: string;
    readonly seconds: number;
    readonly phases: readonly PhaseSummary[];
  };
  /** The trace that the run is a part of, as `TRACEPARENT` named it. */
  readonly trace: Trace | null;
  /** Absolute path of the run folder. */
  readonly folder: string;
  /** The files of the run folder by what they are. */
  readonly files: Readonly<Record<string, string>>;
}

export interface RateSummary {
  readonly setting: number | 'auto';
  readonly learned_per_second: number | null;
  readonly refused: number;
  readonly held_by_concurrency: boolean;
}

export interface PricesSummary {
  /** Of updates that were made, would be, or were not sent because the run stopped. */
  readonly going: PriceSumSummary;
  /** Of updates that wait for a person. */
  readonly held: PriceSumSummary;
}

/** Listings by what becomes of their price, which is compared with what they hold after the update; on Amazon with shipping. */
export interface PriceSumSummary {
  /** The maximum is below today's price. */
  readonly fall: PriceForcesByCurrency;
  /** The minimum is above today's price. */
  readonly rise: PriceForcesByCurrency;
  /** A manual price is in force, and the bounds don't move the price. */
  readonly manual: { readonly count: number } & Readonly<Record<'up' | 'down' | 'same' | 'unknown', number>>;
  /** The bounds leave the price where it is. */
  readonly within: number;
  /** The listing is not repriced, so its price stays; a listing may have several obstacles. */
  readonly not_repriced: { readonly count: number } & Readonly<Record<Obstacle, number>>;
  readonly unknown: { readonly count: number } & Readonly<Record<UnknownPrice, number>>;
}

export interface PriceForcesByCurrency {
  readonly count: number;
  readonly by_currency: Readonly<Record<string, PriceForces>>;
}

/** How far prices have to move at least. */
export interface PriceForces {
  readonly count: number;
  /** Of two in the middle the larger. */
  readonly median_cents: number;
  readonly largest_cents: number;
  /** To a tenth; `null` if every price is 0. */
  readonly median_percent: number | null;
  readonly largest_percent: number | null;
  /** The row that has to move furthest in money. */
  readonly largest: { readonly line: number; readonly sku: string; readonly listing_id: string };
}

/** What a phase of the run took. */
export interface PhaseSummary {
  readonly phase: 'read' | 'find' | 'plan' | 'ask' | 'send' | 'follow' | 'write';
  readonly seconds: number;
  readonly requests: number;
  /** While requests were ready to go, and only the rate held them up. */
  readonly seconds_at_the_rate: number;
}

export interface ChangesSummary {
  /** Fields of listings. */
  readonly total: number;
  readonly bucket_edges_percent: readonly number[];
  /** Only fields that change. */
  readonly by_field: Readonly<Partial<Record<Field, FieldChanges>>>;
  /** The amounts that move furthest, by percent; of each listing one at most. */
  readonly biggest: { readonly down: readonly BigMove[]; readonly up: readonly BigMove[] };
}

/** What the changes of a run do to one field. */
export interface FieldChanges {
  readonly changes: number;
  /** Only kinds that there are. */
  readonly kinds: Readonly<Partial<Record<ChangeKind, number>>>;
  /** How many amounts moved how far, from the largest fall to the largest rise; all 0 for fields that are not amounts. */
  readonly buckets: readonly number[];
}

export interface BigMove {
  readonly line: number;
  readonly sku: string;
  readonly listing_id: string;
  readonly field: MoneyField;
  readonly before_cents: number;
  readonly after_cents: number;
  /** To a tenth. */
  readonly percent: number;
}
