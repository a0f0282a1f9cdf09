import type { FollowUpCounts } from '../../domain/follow-up.ts';
import type { ChangeDigest } from './tally-changes.ts';
import type { Issues } from './tally-issues.ts';

/** The facts of a merged run. */
export interface MergeFacts {
  /** As it was given to the runs. */
  readonly sheet: string;
  readonly rows: number;
  /** Lines of results.csv. */
  readonly outcomes: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** SKUs that are not listed are expected, and need no attention. */
  readonly missingIsOk: boolean;
  /** Not known of runs of an earlier version. */
  readonly changes?: ChangeDigest | undefined;
  /** Outcomes that a person should look at. */
  readonly attention: number;
  readonly issues: Issues;
  /** Notices about the sheet that stopped nothing. */
  readonly notices: readonly string[];
  /** Manual prices that the shards followed up, if any did. */
  readonly followUp?: FollowUpCounts | undefined;
  readonly dryRun: boolean;
  readonly stopped: { readonly message: string; readonly hint: string | null } | null;
  readonly requests: { readonly reads: number; readonly writes: number; readonly retries: number };
  readonly seconds: number;
  readonly shards: readonly { readonly shard: string; readonly folder: string; readonly exit_code: number }[];
  /** Updates were sent. */
  readonly isSent: boolean;
  /** A whole plan is there that no guard rule is against, with updates that were not sent. */
  readonly isLeft: boolean;
  /** Rows wait for a person, who can approve them in the review file. */
  readonly isReviewed: boolean;
  /** Guard rules that are against a whole plan with updates that were not sent: with these let pass, `apply` sends it. */
  readonly rulesAgainst: readonly string[];
}
