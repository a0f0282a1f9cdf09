/** What a reason means, and what a person can do about it: each one or more full sentences. */
export interface ReasonText {
  readonly means: string;
  readonly todo: string;
  /** If `retry.csv` is to be sent: once its rows are repaired, or as they are, with the rule of this code allowed. */
  readonly retry?: 'repaired' | 'allowed' | undefined;
}

const QUOTES = 'Look for a delimiter within a text: that cell needs quotes.';
const AGAIN = 'Run the sheet again.';
const LIST_STRATEGIES = 'pricesheet list strategies lists all.';
const NOTHING = 'Nothing.';

/**
 * Every reason that pricesheet gives for what became of a row: a code for scripts, which never changes, and what the report
 * says of it. A new code is added here first, or to the codes of notices, since the compiler accepts no other.
 */
export const REASONS = {
  // Guard rules for rows.
  max_change: {
    means: 'An amount would move too far, or a first price is too far from the current price.',
    todo: 'Check these amounts first: a misplaced decimal sign looks like this. If they are right, send retry.csv with this rule allowed.',
    retry: 'allowed',
  },
  min_above_max: repair(
    'The minimum would be above the maximum.',
    'Set the other bound in the same row too, or correct the one that is wrong, in retry.csv, and send that file.',
  ),
  below_cost: {
    means: 'The minimum or the manual price would be under the cost, or under the cost and the fees.',
    todo: 'Check the cost and its unit, and the fees. If selling below cost is meant, send retry.csv with this rule allowed.',
    retry: 'allowed',
  },
  manual_out_of_bounds: repair(
    'The manual price would be outside minimum and maximum.',
    'Move the bound or the manual price in retry.csv, and send that file.',
  ),
  zero_price: repair(
    'A minimum, maximum or manual price would be 0.',
    'A cell of 0 is a price of zero. In retry.csv, leave it blank to keep the current value, or write null to clear it, and send that file.',
  ),
  zero_cost: {
    means: 'The cost would become 0, where there was none or another one.',
    todo: 'Many programs write 0 for an unknown cost: write the cost into retry.csv, or take the row out. If the item costs nothing, send retry.csv with this rule allowed.',
    retry: 'allowed',
  },

  // Guard rules for the run.
  sheet_age: {
    means: 'The sheet is older than is allowed, so nothing was sent.',
    todo: 'Check the export that writes it. If the sheet is still right, run it all the same: the command is shown above.',
  },
  unsettled: {
    means:
      'Nobody has settled what a column says about the amounts, and nobody was asked, so nothing was sent.',
    todo: 'Look at the sheet and settle what each column is for: the commands are shown above.',
  },
  sheet_note: {
    means:
      'A line above or below the rows contradicts what is settled about the amounts, so nothing was sent.',
    todo: 'If the line is right, have the amounts read as it says; if it is wrong, correct the sheet; if it changes no amount, settle it. The commands are shown above.',
  },
  nothing_to_set: {
    means: 'The row has nothing to set.',
    todo: 'Nothing, if other rows have something to set. If none has, settle which column sets what: pricesheet check shows the columns.',
  },
  max_updates: {
    means: 'The plan has more updates than are allowed at once, so nothing was sent.',
    todo: 'Check that this is the right file. If it is meant, send the plan all the same: the command is shown above.',
  },
  max_clears: {
    means: 'The plan clears more fields than are allowed at once, so nothing was sent.',
    todo: 'Check the column with the clear token. If it is meant, send the plan all the same: the command is shown above.',
  },
  max_invalid: {
    means: 'Too many rows are invalid, so nothing was sent.',
    todo: 'Correct the rows in retry.csv, or check that the columns were read correctly.',
  },
  max_missing: {
    means: 'Too many SKUs are not listed, so nothing was sent.',
    todo: 'Check the account and the filters.',
  },
  mixed_currencies: {
    means:
      'Rows that name no currency lead to listings in several, or in another one than in the last run, so nothing was sent.',
    todo: 'Name it in a column "currency", or fill in the blank cells if the sheet has one, and run the sheet again.',
  },
  implausible_column: {
    means: 'A column of amounts does not fit what the listings sell for, so nothing was sent.',
    todo: 'Check which column was taken. If it is the right one, send the plan all the same: the command is shown above.',
  },
  scale_slip: {
    means: 'Most amounts are off by one factor near 10 or 100, so nothing was sent.',
    todo: 'Check the decimal sign, and whether the amounts are in cents; the commands are shown above.',
  },
  nothing_matched: {
    means: 'None of the SKUs is listed.',
    todo: 'Check the account, the filters and the SKU column.',
  },
  empty_sheet: { means: 'The sheet has no rows of data.', todo: 'Check the export that wrote it.' },
  other_key: {
    means: 'The run was made with another key, so nothing was sent.',
    todo: 'If this key is a new one for the same account, run it all the same: the command is shown above.',
  },

  rows_dropped: {
    means: 'The sheet sets far fewer SKUs than usual, so nothing was sent.',
    todo: 'Check that the export was complete, and that no other job has a sheet of this name. If it is meant, send the plan all the same: the command is shown above.',
  },
  older_sheet: {
    means: 'The sheet is older than the one that was used before, so nothing was sent.',
    todo: 'Take the newest export, and check that no other job has a sheet of this name. If it is meant, send the plan all the same: the command is shown above.',
  },
  totals_moved: {
    means: 'Half of the amounts of a column moved much further than usual, so nothing was sent.',
    todo: 'Check which column was taken, and whether it is with or without tax. If it is meant, send the plan all the same: the command is shown above.',
  },
  max_drift: {
    means: 'Somebody else changed listings, and the settings have a run stop then, so nothing was sent.',
    todo: 'Find out who changes these listings. If the sheet is right, send the plan all the same: the command is shown above.',
  },

  // Somebody else changed a field since sheet and service last agreed on it.
  drifted: {
    means: 'Somebody else changed a field since sheet and service last agreed on it.',
    todo: 'If that change was right, put it into the sheet. Otherwise approve the row if it is held; if it is not, the sheet is what is sent.',
  },
  contested: {
    means: 'The sheet and somebody else changed the same field since they last agreed on it.',
    todo: 'Decide which of the two is right, and put it into the sheet.',
  },
  recomputed: {
    means: 'A strategy computed another bound than the sheet says.',
    todo: 'Nothing, or take the bound out of the sheet if the strategy is to compute it.',
  },

  // Waiting for a person.
  hold_over: {
    means: 'An amount would move so far that a person has to approve it.',
    todo: 'Approve the rows that are right: tick them on the page and save the review file, or write yes beside them in review.csv. Then run the command that is shown for it.',
  },
  sku_damaged: {
    means:
      'A spreadsheet has changed the SKU so that it may be another one too, and the row was found by its listing_id alone, or not at all.',
    todo: 'Type the SKU in again in the sheet. Or check that the amounts of a row that is held are those of the SKU that its message names, and approve it.',
  },
  not_approved: {
    means: 'The review file does not approve the row.',
    todo: 'Nothing, if it is not to be sent; otherwise approve it in the review file and run the same command again.',
  },

  // Looking up listings.
  sku_not_listed: repair(
    'No listing has this SKU.',
    'Correct the spelling in retry.csv, or take the row out, and send that file. If SKUs that are not listed are normal, set "missing" to "ok" in pricesheet.json.',
  ),
  filtered_out: {
    means: 'The SKU is listed, but not where the row or the filters look.',
    todo: 'Check platform, channel, listing_id and status of the row, and the filters that were given.',
  },
  several_listings: repair(
    'The SKU has several listings.',
    'Delete the wrong rows in retry.csv, which has one for each listing, and send that file. To change all of them, set "match" to "all" in pricesheet.json.',
  ),
  lookup_failed: { means: 'The SKU could not be looked up.', todo: 'Run the sheet again later.' },
  not_looked_up: { means: 'The run stopped before this SKU was looked up.', todo: AGAIN },
  channel_unknown: repair(
    'The account has no such channel.',
    'Correct the channel in retry.csv, and send that file; pricesheet list channels lists all.',
  ),
  currency_mismatch: repair(
    'The row is in another currency than the listing.',
    'Correct the currency in retry.csv, and send that file; amounts are never converted.',
  ),
  currency_unsupported: {
    means: 'The currency has no cents, so what the amount means is unclear.',
    todo: 'Give the amounts in the smallest unit, and set "money" to "cents" in pricesheet.json.',
  },
  strategy_unknown: {
    means: 'No strategy of the listing’s platform has this name or id.',
    todo: `The message names the nearest ones; ${LIST_STRATEGIES}`,
  },
  strategy_ambiguous: {
    means: 'Several strategies have this name.',
    todo: 'Write the id instead of the name; pricesheet list strategies lists them.',
  },

  // Rows that can't be used as they are written.
  sku_missing: repair('The row has something to set, but no SKU.'),
  sku_unusable: repair('The SKU contains a line break or another control character.'),
  key_in_cell: {
    means: 'A cell contains the API key, which is masked in all files of the run.',
    todo: 'Take the key out of the sheet, and make a new key if others have it.',
  },
  cell_cut_short: {
    means: 'The file ends in this cell, and may be cut short.',
    todo: 'Export the file again.',
  },
  cell_missing: repair('A cell is missing, and still has the placeholder of retry.csv.'),
  cell_without_header: { means: 'A cell is under no header.', todo: QUOTES },
  column_count: { means: 'The row has more or fewer cells than the header.', todo: QUOTES },
  cost_divisor_unusable: repair(
    'The row does not say for how many pieces its cost is.',
    'Write the number of pieces into retry.csv, and send that file.',
  ),
  unit_unknown: {
    means: 'The row does not say how many pieces the unit of its cost has.',
    todo: 'Say how many pieces it has in "units" in pricesheet.json, such as "DZ=12" or, for blank cells, "=1".',
  },
  cost_not_meant: {
    means: 'The row says that another price is its cost, and the sheet does not have that one.',
    todo: 'Export both prices, or take out the column that says which of them is the cost.',
  },
  listing_id_unreadable: repair('The listing id is not a UUID.'),
  fee_percent_unreadable: repair(
    'The fee is not a percentage, or it is unclear of what.',
    'Write 15 or 15 % for fifteen percent, in retry.csv, and send that file.',
  ),
  repricing_unreadable: repair('Repricing is neither true nor false.'),
  currency_unreadable: repair('The currency is not a three-letter code.'),
  platform_unknown: repair('There is no such platform.'),
  date_unreadable: repair(
    'A date can’t be read, so it is unclear when the row counts.',
    'Write it as 2026-12-31 in retry.csv, or leave the cell blank if there is no date, and send that file.',
  ),
  validity_reversed: repair('The last day of the row is before its first day.'),
  not_clearable: repair('The field can’t be cleared.'),
  money_unreadable: repair('An amount can’t be read.'),
  money_word: repair('A word is where an amount is expected.'),
  money_date: repair('A date is where an amount is expected.'),
  money_percent: repair('A percentage is where an amount is expected.'),
  money_error_value: repair(
    'A spreadsheet’s error is where an amount is expected.',
    'Correct the formula in the spreadsheet and export the sheet again; or correct the cell in retry.csv, and send that file.',
  ),
  money_exponent: repair(
    'An amount is in exponent notation, which has lost digits.',
    'Export the column as text; or correct the cell in retry.csv, and send that file.',
  ),
  money_currency_unknown: repair('Beside an amount is a sign or a code that is not a known currency.'),
  money_too_fine: repair(
    'An amount is finer than a cent.',
    'Round it in retry.csv and send that file, or set "round" in pricesheet.json for all of them.',
  ),
  money_too_large: repair('An amount is too large.'),
  money_negative: repair('An amount is negative.'),

  // Rows that another row replaces or that don't count today, and lines that are not data.
  duplicate_disagrees: repair(
    'Several rows are for the same listing and set different values.',
    'Keep one of the rows in retry.csv, and send that file; or set "duplicates" in pricesheet.json to "first" or "last".',
  ),
  repeats: {
    means: 'The row says the same as an earlier one.',
    todo: 'Nothing: the earlier row is used.',
  },
  superseded: {
    means: 'Another row for the same listing is used instead.',
    todo: 'Nothing, if the other row is the one that counts.',
  },
  not_valid_yet: { means: 'The row counts from a later day on.', todo: NOTHING },
  no_longer_valid: {
    means: 'The row counted until an earlier day.',
    todo: 'Nothing, if another row follows it; otherwise look at its last day in the sheet.',
  },
  total: { means: 'The row is a total.', todo: NOTHING },
  repeated_header: { means: 'The row repeats the header.', todo: NOTHING },
  rule: { means: 'The row is a line of dashes.', todo: NOTHING },
  note: { means: 'The row is a note.', todo: NOTHING },
  filtered: {
    means: 'A condition on the rows leaves this one out.',
    todo: NOTHING,
  },
  no_sku: { means: 'The row has no SKU and sets nothing.', todo: NOTHING },

  // What came of updates.
  already_updated: { means: 'The listing had the planned values already.', todo: NOTHING },
  changed_meanwhile: {
    means: 'Somebody else has changed the listing since the plan was made.',
    todo: 'Look at the listing, then run the sheet again.',
  },
  held_though_unsent: repair(
    'According to the run it did not make this update, yet the listing has the planned values.',
    'A later run of the sheet, or somebody else, may have set them: then leave them. To restore the values from before, send retry.csv.',
  ),
  answer_lost: {
    means: 'The update was sent, and whether it took effect, or still will, could not be established.',
    todo: 'Run the sheet again: it sends only what is still missing. To take the run back completely, undo it after 15 minutes.',
  },
  may_arrive: {
    means: 'An update that was sent before may still arrive and change the listing again.',
    todo: 'Undo the run once more after the time that the message says.',
  },
  unreachable: {
    means: 'The service could not be reached.',
    todo: 'Run the sheet again later: it sends only what is still missing.',
  },
  clear_ignored: {
    means: 'The field was to be cleared, and the service kept its value.',
    todo: 'Set "null-as" in pricesheet.json to "null", or clear the field by hand.',
  },
  clears_ignored: {
    means: 'The service did not clear the first field that was to be cleared, so no other clear was sent.',
    todo: 'Set "null-as" in pricesheet.json to "null", or clear these fields by hand.',
  },
  answer_differs: {
    means: 'The update was sent, and the listing shows values that differ from those sent.',
    todo: 'Look at the listing: the service may have its own bounds for it, or the update may still take effect.',
  },
  also_changed: {
    means: 'The update was sent, and fields that were not sent have changed too.',
    todo: 'Look at the listing; the message says which fields changed.',
  },
  set_by_others: {
    means:
      'Somebody else, or a run of another job, set the field between the runs that are taken back, and that value comes back.',
    todo: 'Nothing, or put the value from before the first run into the sheet; the message has both.',
  },
  strategy_refused: {
    means: 'The service did not take back the strategy that the listing had; it may have been deleted.',
    todo: `Give the listing another strategy, by a sheet or by hand; ${LIST_STRATEGIES}`,
  },

  // Why a run stopped before it sent a row's update.
  service: {
    means: 'The service stopped answering, so the run stopped before this row.',
    todo: 'Apply the plan or run the sheet again later; the command is shown above.',
  },
  key_refused: {
    means: 'The service refused the key, so nothing more was sent.',
    todo: 'Check the key, then run the sheet again.',
  },
  disk: {
    means: 'The disk could not be written, so the run stopped before this row.',
    todo: 'Free disk space, then apply the plan or run the sheet again; the command is shown above.',
  },
  locked: {
    means: 'Another run took over the account, so this one stopped.',
    todo: 'Wait for the other run to end, then apply the plan or run the sheet again.',
  },
  stale_plan: {
    means: 'The question was answered too late: the listings may have changed meanwhile.',
    todo: 'Apply the plan, which reads the listings again.',
  },
  interrupted: {
    means: 'The run was interrupted before this update was sent.',
    todo: 'Apply the plan or run the sheet again; the command is shown above.',
  },
  too_many_failures: {
    means: 'Too many updates failed, so the rest was not sent.',
    todo: 'Correct what made them fail, then apply what is left; the command is shown above.',
  },
  other_account: {
    means: 'Most listings of the plan are not in the account of this key, so nothing was sent.',
    todo: 'Use the key of the account that the run was made for.',
  },
  sheet: { means: 'The sheet changed while it was read, so nothing was sent.', todo: 'Run it again.' },
  run_folder: {
    means: 'A file in the run folder can’t be used as it is, so the run stopped before this row.',
    todo: 'The message says which file, and what to do.',
  },
  approval: {
    means: 'The review file can’t be used for this plan, so nothing was sent.',
    todo: 'The message says why, and what to do.',
  },
  usage: {
    means: 'A flag or a setting is wrong, so the run stopped before this row.',
    todo: 'Correct the flag or the setting, then run the sheet again.',
  },
  bug: {
    means: 'The run failed because of a bug in pricesheet.',
    todo: 'Please report it, with the log.',
  },
} as const satisfies Readonly<Record<string, ReasonText>>;

/** A row that is sent again once its cell, or what else there is to do, is put right in `retry.csv`. */
function repair(means: string, todo = 'Correct the cell in retry.csv, and send that file.'): ReasonText {
  return { means, todo, retry: 'repaired' };
}

/** Of what is worth knowing of a row and stops nothing. Its notice says all of it: what became of the row has another reason, or none. */
type NoticeReason =
  | 'strategy_unlisted'
  | 'rounded'
  | 'other_price'
  | 'sku_from_path'
  | 'sku_from_formula'
  | 'sku_filled'
  | 'sku_rewritten'
  | 'like_a_total'
  | 'changed_by_others'
  | 'manual_without_effect'
  | 'manual_price_stays'
  | 'repricing_without_minimum'
  | 'price_has_to_rise'
  | 'price_has_to_fall'
  | 'bounds_left_open';

/** A code for scripts: one of the table, of a notice, or what the service answered an update with. */
export type Reason = keyof typeof REASONS | NoticeReason | `http_${number}`;

/**
 * What is in a column or key named `reason`: nothing, a code, or several, joined by `;`. A file may hold any text there, which is
 * carried along as it is, so a look into any table by one has to expect nothing there.
 */
export type Reasons = '' | Reason | `${Reason};${string}`;

/** The codes of a row's problems as one text, each once. */
export function joinReasons(reasons: Iterable<Reason>): Reasons {
  return [...new Set(reasons)].join(';') as Reasons;
}

/** The reason of an update that a stop kept from being sent. */
export function reasonOfStop({
  code,
  rules,
}: {
  readonly code: Reason | 'guard';
  readonly rules: readonly Reason[];
}): Reasons {
  return code === 'guard' ? joinReasons(rules) : code;
}

/** A text that was read back from a file, taken as it is. */
export function readReasons(text: string): Reasons {
  return text as Reasons;
}

/** Likewise, of a notice, which has exactly one. */
export function readReason(text: string): Reason {
  return text as Reason;
}

/** The codes in such a text. */
export function splitReasons(reasons: Reasons): readonly Reason[] {
  return reasons === '' ? [] : (reasons.split(';') as Reason[]);
}

const REFUSED: ReasonText = {
  means: 'The service refused the update.',
  todo: 'The message quotes its answer. Correct the row, or look at the listing there.',
};
const UNKNOWN: ReasonText = { means: '', todo: 'The message of each row says more.' };

/** What a code means, in words. `reason` may be any text that a file holds. */
export function explainReason(reason: string): ReasonText {
  if (Object.hasOwn(REASONS, reason)) return REASONS[reason as keyof typeof REASONS];
  return reason.startsWith('http_') ? REFUSED : UNKNOWN;
}
