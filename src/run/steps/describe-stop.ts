import { errorDetails, KeyRefusedError, PricesheetError, UnsettledError } from '../../domain/errors.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { Secret } from '../../domain/secret.ts';
import type { Stop } from '../../report/tally/run-report.ts';
import { capitalize } from '../../report/text/words.ts';
import type { Command } from '../job/job.ts';
import { nameKeyPlace } from '../job/name-key-place.ts';
import type { Planned } from '../job/run-state.ts';

interface StopContext {
  readonly command: Command;
  readonly apiKey: Secret;
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/** What ended a run early: an error, or violated run rules. */
export function describeStop(
  { violations, stop: error, whole }: Pick<Planned, 'violations' | 'stop' | 'whole'>,
  { command, apiKey, shell }: StopContext,
): Stop | undefined {
  const stop = nameKeyPlace(error instanceof UnsettledError ? undefined : error, apiKey);
  if (stop instanceof PricesheetError)
    return {
      code: stop.code,
      rules: [],
      message: stop.message,
      hint: hintOfError(stop, { whole, command }),
    };
  if (stop !== undefined) return describeBug(stop);
  if (violations.length === 0) return undefined;
  const rules = violations.map(({ rule }) => rule);
  const messages = violations.map(({ message }) => message);
  const settle = violations.find((violation) => violation.settle !== undefined)?.settle;
  const repair = violations.find((violation) => violation.repair !== undefined)?.repair;
  return {
    code: 'guard',
    rules,
    message: messages.join(settle === undefined ? '; ' : '\n'),
    messages,
    settle,
    repair,
    isChoice: violations.some((violation) => violation.isChoice),
    readAs: Object.assign({}, ...violations.map((violation) => violation.readAs)),
    hint: hintOfRules(rules, { settle, repair, shell }),
  };
}

/** Letting a rule pass is the last resort, so a better way is named where there is one. */
function hintOfRules(
  rules: readonly string[],
  { settle, repair, shell }: Pick<Stop, 'settle' | 'repair'> & Pick<StopContext, 'shell'>,
): string {
  const allow = `pass --allow ${quoteWord(rules.join(','), shell)}`;
  if (settle !== undefined && rules.includes('nothing_to_set'))
    return `See how that column would be read with: ${settle}`;
  if (settle !== undefined) return `Settle it for all runs with: ${settle} --save-mapping`;
  const meant = rules.includes('mixed_currencies')
    ? "only if every amount is in its listing's own currency"
    : 'if this is intended';
  const first = repair === undefined ? '' : `${repair} the sheet; `;
  return capitalize(`${first}${meant}, ${allow}`);
}

/** A run whose key is refused can be finished or taken back with the next key. */
function hintOfError(
  stop: PricesheetError,
  { whole, command }: Pick<Planned, 'whole'> & Pick<StopContext, 'command'>,
): string | undefined {
  if (!(stop instanceof KeyRefusedError)) return stop.hint;
  const isOfRun = command === 'apply' || command === 'undo';
  if (!whole && !isOfRun) return stop.hint;
  const run = whole ? 'this run' : 'that run';
  const hint = `With a new key of the same account, apply and undo of ${run} take --allow other_key`;
  return stop.hint === undefined ? hint : `${stop.hint}. ${hint}`;
}

function describeBug(error: unknown): Stop {
  return {
    code: 'bug',
    rules: [],
    message: `This is a bug in pricesheet: ${errorDetails(error)}`,
    hint: 'Please report it',
  };
}
