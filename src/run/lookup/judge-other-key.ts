import { OtherAccountError } from '../../domain/errors.ts';
import type { RunViolation } from '../../plan/check-run.ts';
import { isSameAccount, type KnownCount } from '../../plan/known-listings.ts';
import type { Command } from '../job/job.ts';

interface OtherKeyVerdict {
  /** The account is another one, so that nothing may be sent, whatever is allowed. */
  readonly stop?: OtherAccountError;
  readonly violations: readonly RunViolation[];
  readonly notices: readonly string[];
}

interface JudgeOptions {
  readonly command: Command;
  /** Somebody has said beforehand that another key is fine. */
  readonly isAllowed: boolean;
  /** Updates that would be sent. */
  readonly updates: number;
}

/**
 * What it means for a run that the plan it works from was made with another key. The key may have been rotated, or be that
 * of another seller: the listings tell, and somebody has to agree before anything is sent.
 */
export function judgeOtherKey(
  count: KnownCount,
  { command, isAllowed, updates }: JudgeOptions,
): OtherKeyVerdict {
  const { found, lookedUp } = count;
  if (!isSameAccount(count)) return { stop: otherAccount(count, command), violations: [], notices: [] };
  if (lookedUp === 0) return { violations: [], notices: [] };
  const message = `the run was made with another key; ${found} of the ${lookedUp} listings that were looked up are found with this one, under the same id and SKU`;
  const isOpen = updates > 0 && !isAllowed;
  return {
    violations: isOpen ? [{ rule: 'other_key', message }] : [],
    notices: [asSentence(message)],
  };
}

function otherAccount({ found, lookedUp }: KnownCount, command: Command): OtherAccountError {
  return new OtherAccountError(
    `Cannot ${command} the run: it was made with another key, and with this one ${found} of the ${lookedUp} listings that were looked up are found under the same id and SKU; it takes more than half of them`,
    { hint: 'Use a key of the account that the run was made for' },
  );
}

interface Consent {
  /** Rules that nobody can be asked about. */
  readonly violations: readonly RunViolation[];
  /** Those that a person lets pass who agrees to the sending, as sentences. */
  readonly toAgree: readonly string[];
}

/** Where nothing else is against the plan, a person who is asked whether to send it can say that the new key is fine. */
export function askAboutOtherKey(
  violations: readonly RunViolation[],
  { canAsk }: { readonly canAsk: boolean },
): Consent {
  const isAsked = canAsk && violations.every(({ rule }) => rule === 'other_key');
  if (!isAsked) return { violations, toAgree: [] };
  return { violations: [], toAgree: violations.map(({ message }) => asSentence(message)) };
}

function asSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
