import { FEW_ROWS } from '../../../domain/few-rows.ts';
import type { RowRule, RunRule } from '../../../plan/limits.ts';
import { FEW_MOVES, FEW_PRICED_ROWS } from '../../../plan/limits.ts';
import { GUARD_SETTINGS } from '../../../settings/settings.ts';
import { layOut } from './lay-out.ts';

const { maxChange, maxClears, maxInvalid, minRows } = GUARD_SETTINGS;

const ROW_MEANINGS: Readonly<Record<RowRule, string>> = {
  max_change: `an amount moves by more than ${maxChange.fallback} % (--${maxChange.flag})`,
  min_above_max: 'the minimum would be above the maximum',
  below_cost: 'minimum or manual price would be under cost and fees',
  manual_out_of_bounds: 'the manual price would be outside minimum and maximum',
  zero_price: 'a minimum, maximum or manual price would be 0',
  zero_cost: 'a cost of 0 would replace another cost, or none',
};

const RUN_MEANINGS: Readonly<Record<RunRule, string>> = {
  sheet_age: 'the file is older than --max-age says',
  unsettled: 'nobody has settled a column, and nobody watches',
  sheet_note: 'a line beside the rows contradicts what is settled',
  nothing_to_set: 'no column of the sheet sets anything',
  max_updates: 'more listings would be updated than --max-updates says',
  max_clears: `more fields would be cleared than ${String(maxClears.fallbackText).replace('%', ' %')} of the rows (--${maxClears.flag})`,
  max_invalid: `more than ${maxInvalid.fallback} % of the rows are invalid (--${maxInvalid.flag})`,
  max_missing: 'more of the SKUs are not listed than --max-missing says',
  mixed_currencies: 'amounts without a currency lead to listings in several (--currency)',
  implausible_column: `a column of amounts does not fit what the listings sell for, for example stock levels; it needs at least ${FEW_PRICED_ROWS} amounts`,
  scale_slip: `most amounts are about 100, 10, 1/10 or 1/100 of what the listings hold; it needs at least ${FEW_MOVES} amounts`,
  nothing_matched: 'none of the SKUs is listed',
  empty_sheet: 'the sheet has no rows',
  rows_dropped: `the sheet sets fewer than ${minRows.fallback} % of the SKUs that it usually does (--${minRows.flag})`,
  older_sheet: 'the sheet is older than the one of the last run, or that of an earlier run again',
  totals_moved: 'half of the amounts of a column moved by more than 15 %, or three times as far as usual',
  max_drift: 'somebody else changed listings, and --drift is stop',
  other_key: 'apply or undo of a run that was made with another key, without a terminal to ask at',
};

/** `pricesheet help guards` */
export function renderGuardsTopic(width: number): readonly string[] {
  return [
    'GUARDS',
    '',
    'A row is blocked, and the others go on, if',
    '',
    ...layOut(Object.entries(ROW_MEANINGS), width),
    '',
    'These look at the listing as it would be afterwards, sheet and live values',
    'together. A rule applies only if the row changes a field that it checks.',
    '',
    'The whole run stops before its first update, with exit code 4, if',
    '',
    ...layOut(Object.entries(RUN_MEANINGS), width),
    '',
    `Shares of clears, invalid and missing rows count from ${FEW_ROWS} rows up. The message`,
    'gives the figure, the limit, and the flag.',
    '',
    'To send small moves, and hold larger ones until a person approves them in the',
    'review.csv of the run:',
    '',
    '  pricesheet sync costs.csv --hold-over 10%',
    '  pricesheet apply RUN --only RUN/review.csv',
    '',
    'To let rules pass for one run:',
    '',
    '  pricesheet sync costs.csv --allow "max_change,below_cost"',
    '',
    'To change a limit permanently, put it into pricesheet.json: {"max-change": 30}',
    'What each rule said about a row: pricesheet explain RUN SKU',
    'undo checks other_key only, since it just gives back what was there before.',
  ];
}
