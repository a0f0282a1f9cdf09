import type { Status } from '../../domain/status.ts';
import type { NextStep } from '../advice/list-next-steps.ts';
import type { PriceDigest } from '../tally/tally-prices.ts';
import type { ApprovalFacts } from './describe-approval.ts';

/** How a run went, as the page says it first. */
export interface PageVerdict {
  /** `good`: nothing needs a person; `attention`: some rows do; `stopped`: the run as a whole does. */
  readonly mood: 'good' | 'attention' | 'stopped';
  /** `Dry run`, `Applied`, … */
  readonly kind: string;
  /** The verdict in one line. */
  readonly title: string;
  /** The night's letter, in whole sentences. */
  readonly letter: readonly string[];
  /** What stopped it, and what to do about it; a rule's figure and limit are in it. */
  readonly stop?: { readonly lines: readonly StopLine[]; readonly hint: string | undefined } | undefined;
}

/** One reason why a run stopped, with its code for scripts. */
export interface StopLine {
  readonly text: string;
  readonly code: string | undefined;
}

/** A label, and what is said under it. */
export type Fact = readonly [label: string, text: string];

/** The limits of the rules about a sheet as a whole, as they were set; `none` where there is none. */
export interface RunLimits {
  readonly maxUpdates: string;
  readonly maxClears: string;
  readonly maxInvalid: string;
  readonly maxMissing: string;
  /** Rules that were let pass. */
  readonly allowed: ReadonlySet<string>;
}

/** What the page says of a run as a whole. */
export interface PageFacts {
  readonly version: string;
  readonly command: string;
  readonly verdict: PageVerdict;
  /** Nothing where no rule was asked. */
  readonly limits?: RunLimits | undefined;
  /** The run folder, as an absolute path. */
  readonly folder: string;
  /** Nothing was sent, or nothing yet. */
  readonly isDryRun: boolean;
  /** Which file, when, for how long; each a few words. */
  readonly line: readonly string[];
  /** What is said of the run besides, on demand. */
  readonly summary: readonly Fact[];
  readonly sheetName: string;
  /** If rows can be approved. */
  readonly approval?: ApprovalFacts | undefined;
  /** Rows of the sheet: fewer than there are lines of results.csv where some matched several listings. */
  readonly rows: number;
  /** Where all lines are; nothing where they could not be written. */
  readonly where: string | undefined;
  readonly byStatus: Readonly<Record<Status, number>>;
  readonly missingIsOk: boolean;
  /** It sends what a person approved. */
  readonly isReviewed: boolean;
  /** How far prices have to move. */
  readonly prices: PriceDigest;
  readonly notices: readonly string[];
  readonly steps: readonly NextStep[];
  /** Where the commands are to be run. */
  readonly cwd: string;
  /** Requests made, requests still to come, and why the listings were looked up in this way. */
  readonly requests: readonly Fact[];
  /** How the file was read; nothing where none was. */
  readonly reading: readonly Fact[];
  /** Columns of the sheet, by field. */
  readonly columns: readonly Fact[];
  readonly settings: readonly { readonly name: string; readonly value: string; readonly from: string }[];
  /** The other files of the run folder. */
  readonly files: readonly Fact[];
  readonly strategyNames: ReadonlyMap<string, string>;
}
