import { joinReasons, type Reason, type Reasons, splitReasons } from '../../domain/reasons.ts';

/** Why an update is held, if it is, and what else is worth knowing: as codes, and in words. */
export interface ReviewRemarks {
  readonly warnings: Reasons;
  readonly message: string;
}

/** What a review file says of an update: by what is foreseen of it, whatever became of it since. */
export function remarksOf(
  { reason, message }: { readonly reason: Reasons; readonly message: string },
  notices: readonly { readonly reason: Reason }[],
): ReviewRemarks {
  const warnings = joinReasons([...splitReasons(reason), ...notices.map((notice) => notice.reason)]);
  return { warnings, message };
}
