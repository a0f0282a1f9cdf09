import { formatCount, formatNumber } from '../text/format-numbers.ts';
import type { Nouns } from '../text/words.ts';

/** How a run ended, as far as the first line of the page depends on it. */
export interface Ending {
  /** `stopped`: before its end, whatever was sent by then; `unwritten`: after it, but a file is missing. */
  readonly how: 'planned' | 'sent' | 'undone' | 'stopped' | 'unwritten';
  readonly isDryRun?: boolean;
  /** How many guard rules stopped it. */
  readonly rules?: number;
  /** Listings that would change, or did. */
  readonly going: number;
  /** Updates of the plan, of which a run that was stopped made some. */
  readonly of: number;
  /** Of listings that were undone, all but the strategy. */
  readonly inPart?: number;
  /** Listings that had the planned values before. */
  readonly already?: number;
  /** Rows that need attention. */
  readonly attention: number;
  /** Rows that wait for a person, who may have looked at them and approved others. */
  readonly held: number;
  readonly isReviewed?: boolean;
  /** What a row is called. */
  readonly nouns: Nouns;
}

/**
 * The verdict in one line of plain words. It says that nothing needs a person only if nothing does.
 *
 * Shape: `12 listings would change. 6 rows need you first`.
 */
export function writeVerdict(ending: Ending): string {
  const waiting = describeWaiting(ending);
  if (ending.how === 'stopped') return describeStop(ending);
  if (waiting !== undefined) return `${describeGoing(ending)}. ${waiting}`;
  const isSome = ending.going > 0 || (ending.already ?? 0) > 0;
  return isSome ? `${describeGoing(ending)}. Nothing needs you` : describeGoing(ending);
}

function describeStop({ going, of, rules = 0, isDryRun }: Ending): string {
  const by = rules === 0 ? '' : ` by ${rules === 1 ? 'a guard rule' : `${rules} guard rules`}`;
  if (going === 0 || isDryRun) return `Stopped${by}: nothing ${isDryRun ? 'would be' : 'was'} sent`;
  return `Stopped: ${formatNumber(going)} of ${formatCount(of, 'listing')} ${wasOrWere(going)} changed`;
}

function describeGoing({ how, going, inPart = 0, already = 0, attention, held }: Ending): string {
  const listings = formatCount(going, 'listing');
  const needs = attention + held > 0;
  if (how === 'planned') {
    if (going > 0) return `${listings} would change`;
    return needs ? 'Nothing would change' : 'Nothing to change';
  }
  const before = already === 0 ? '' : `${formatCount(already, 'listing')} had the planned values already`;
  if (going === 0 && before !== '') return before;
  const tail = how === 'unwritten' ? ', but a file could not be written' : '';
  if (going === 0) return `${needs || tail ? 'Nothing was changed' : 'Nothing to change'}${tail}`;
  const part = inPart === 0 ? '' : `, ${formatCount(inPart, 'of them in part', 'of them in part')}`;
  const what = how === 'undone' ? 'set back' : 'changed';
  return `${listings} ${wasOrWere(going)} ${what}${part}${before === '' ? '' : `, ${before}`}${tail}`;
}

function wasOrWere(count: number): string {
  return count === 1 ? 'was' : 'were';
}

/** What is left for a person; `undefined` if that is nothing. */
function describeWaiting({ how, going, attention, held, isReviewed, nouns }: Ending): string | undefined {
  const unapproved = isReviewed ? held : 0;
  const needing = attention + held - unapproved;
  const refused =
    unapproved === 0 ? '' : `${formatCount(unapproved, ...nouns)} ${wasOrWere(unapproved)} not approved`;
  if (needing === 0) return refused || undefined;
  const first = how === 'planned' && going > 0 ? ' first' : '';
  const need = `${formatCount(needing, ...nouns)} ${needing === 1 ? 'needs' : 'need'} you${first}`;
  return refused === '' ? need : `${refused}, ${need}`;
}
