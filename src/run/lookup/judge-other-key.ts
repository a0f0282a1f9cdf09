import { OtherAccountError } from '../../domain/errors.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import { isSameAccount, type KnownCount } from '../../plan/known-listings.ts';
import type { Command } from '../job/job.ts';

interface OtherKeyVerdict {
  /** The account is a different one: nothing may be sent, whatever is allowed. */
  readonly stop?: OtherAccountError;
  readonly violations: readonly RunViolation[];
  readonly notices: readonly string[];
}

interface JudgeOptions {
  readonly command: Command;
  /** `--allow other_key` was given. */
  readonly isAllowed: boolean;
  /** Number of updates that would be sent. */
  readonly updates: number;
}

/**
 * Judges a run whose plan was made with another key. The key may have been rotated, or belong to another seller: the
 * listings show which, and a person has to agree before anything is sent.
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
  /** Rules that no one can be asked about. */
  readonly violations: readonly RunViolation[];
  /** What a person agrees to by agreeing to the sending, as sentences. */
  readonly toAgree: readonly string[];
}

/** If nothing else is against the plan, the person who is asked whether to send it can agree to the new key as well. */
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
