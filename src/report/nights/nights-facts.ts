import type { Field } from '../../domain/fields.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { ChronicView } from '../screen/history-views.ts';
import type { AccountNights, JobNights } from '../tally/arrange-nights.ts';

/** A SKU that changes often. */
export interface ChangedSku {
  readonly job: string | null;
  readonly sku: string;
  /** In how many runs it changed. */
  readonly runs: number;
  /** How many fields changed, over all of them. */
  readonly changes: number;
  readonly fields: readonly Field[];
  /** When the newest of these runs began. Units: ISO 8601. */
  readonly newest: string;
}

export interface ChangeCounts {
  /** The SKUs that changed in most runs. */
  readonly rows: readonly ChangedSku[];
  /** How many SKUs changed. */
  readonly skus: number;
  readonly runs: number;
  readonly changes: number;
  /** When the oldest run that was counted began; `undefined` if none was. */
  readonly since: string | undefined;
  /** Older runs have more changes than may be read. */
  readonly isCut: boolean;
}

/** All that the page about ninety nights shows. */
export interface NightsFacts {
  readonly version: string;
  /** When the page was written. Units: epoch milliseconds. */
  readonly now: number;
  /** The worst first. */
  readonly jobs: readonly JobNights[];
  readonly chronic: readonly ChronicView[];
  /** Fewer runs in a row are left out. */
  readonly chronicNights: number;
  readonly changes: ChangeCounts;
  /** The reports that are still there, relative to the page. */
  readonly reports: ReadonlyMap<RunRecord, string>;
  /** Runs before that were not read. Units: ISO 8601. */
  readonly cutAt: string | undefined;
  readonly notices: readonly string[];
  /** Of the commands on the page. */
  readonly shell: Shell;
}

/** What the page about many accounts shows. */
export interface AccountsFacts {
  readonly version: string;
  /** When the page was written. Units: epoch milliseconds. */
  readonly now: number;
  /** The worst first. */
  readonly accounts: readonly AccountNights[];
  /** Of each account: its own page if it is there, relative to this one. */
  readonly pages: ReadonlyMap<AccountNights, string>;
  readonly reports: ReadonlyMap<RunRecord, string>;
  readonly notices: readonly string[];
}
