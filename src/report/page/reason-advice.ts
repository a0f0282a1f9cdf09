/** What a reason means, and what a person can do about it. */
export interface Advice {
  readonly means: string;
  readonly todo: string;
}

const REPAIR = 'Mend the cell in retry.csv and give that file to sync.';
const LOOK = 'Look at the listing, then run the sheet again.';

/** In plain words, by the code of the reason. */
const ADVICE: Readonly<Record<string, Advice>> = {
  max_change: {
    means: 'An amount would move further than --max-change lets it.',
    todo: 'Check these rows first: a slipped decimal sign looks like this. If they are meant, run again with a higher --max-change.',
  },
  min_above_max: {
    means: 'The minimum would be above the maximum.',
    todo: 'Set the other bound in the same row too, or mend the one that is wrong, in retry.csv.',
  },
  below_cost: {
    means: 'The minimum or the manual price would be under the cost.',
    todo: 'Check the cost and its unit. If selling below cost is meant, run again with --allow below_cost.',
  },
  manual_out_of_bounds: {
    means: 'The manual price would be outside minimum and maximum.',
    todo: 'Move the bound or the manual price, in retry.csv.',
  },
  zero_price: {
    means: 'A minimum, maximum or manual price would be 0.',
    todo: 'A cell of 0 is a price of zero; leave the cell blank to keep what is there, or write null to clear it.',
  },
  zero_cost: {
    means: 'The cost would become 0, where there was none or another one.',
    todo: 'Many programs write 0 for a cost that is not known: write the cost into retry.csv, or take the row out. If it costs nothing, run again with --allow zero_cost.',
  },
  sku_not_listed: {
    means: 'No listing has this SKU, as far as the platform or channel goes that was asked for.',
    todo: 'Mend the spelling in retry.csv, or take the row out. If it is normal that some are not listed, pass --missing ok.',
  },
  filtered_out: {
    means: 'The SKU is listed, but not where the row or the filters look.',
    todo: 'Check platform, channel and status of the row, and the filters that were given.',
  },
  several_listings: {
    means: 'The SKU has several listings.',
    todo: 'Name one by listing_id, platform or channel in retry.csv, or pass --match all to change all of them.',
  },
  changed_meanwhile: {
    means: 'Somebody else has changed the listing since the plan was made.',
    todo: LOOK,
  },
  held_though_unsent: {
    means: 'The run says that it did not make this update, yet the listing holds what was planned.',
    todo: 'A later run of the sheet, or somebody else, may have set it: then leave it. To give back what was there before, give retry.csv to sync.',
  },
  answer_lost: {
    means: 'The update was sent, and it could not be established whether it took effect or still will.',
    todo: 'Run the sheet again: it sends only what is still missing. To take the run back for good, undo it after 15 minutes.',
  },
  may_arrive: {
    means: 'An update whose answer was lost may still arrive and change the listing again.',
    todo: 'Undo the run once more after the time that the message says.',
  },
  unreachable: {
    means: 'The service could not be reached.',
    todo: 'Run the sheet again later: it sends only what is still missing.',
  },
  clear_ignored: {
    means: 'The field was to be cleared, and the service kept its value.',
    todo: 'Try --null-as null, or clear the field by hand.',
  },
  answer_differs: {
    means: 'The update was sent, and the listing shows other values than were sent.',
    todo: 'Look at the listing: the service may have its own bounds for it.',
  },
  lookup_failed: {
    means: 'The SKU could not be looked up.',
    todo: 'Run the sheet again later.',
  },
  not_looked_up: {
    means: 'The run stopped before this SKU was looked up.',
    todo: 'Run the sheet again.',
  },
  channel_unknown: {
    means: 'The account has no such channel.',
    todo: 'Mend the channel in retry.csv; pricesheet channels lists all.',
  },
  nothing_to_set: {
    means: 'The row has nothing to set.',
    todo: 'Nothing, where other rows have. If none has, say with --map which column sets what.',
  },
  clears_ignored: {
    means: 'The service did not clear the first field that was to be cleared, so no other clear was sent.',
    todo: 'Try --null-as null, or clear these fields by hand.',
  },
  currency_mismatch: {
    means: 'The row is in another currency than the listing.',
    todo: 'Mend the currency in retry.csv; amounts are never converted.',
  },
  currency_unsupported: {
    means: 'The currency has no cents, so it can’t be told what the amount means.',
    todo: 'Give the amounts in the smallest unit with --money cents.',
  },
  strategy_unknown: {
    means: 'No strategy of the listing’s platform has this name or id.',
    todo: 'The message names the nearest ones; pricesheet strategies lists all.',
  },
  strategy_refused: {
    means: 'The service did not take the strategy back that the listing had; it may have been deleted.',
    todo: 'Give the listing another strategy, by a sheet or by hand; pricesheet strategies lists all.',
  },
  strategy_ambiguous: {
    means: 'Several strategies have this name.',
    todo: 'Write the id instead of the name; pricesheet strategies lists them.',
  },
  duplicate_disagrees: {
    means: 'Several rows speak of the same listing and want different things.',
    todo: 'Keep one of the rows in retry.csv, or pass --duplicates first or last.',
  },
  repeats: { means: 'The row says the same as an earlier one.', todo: 'Nothing: the earlier row counts.' },
  superseded: {
    means: 'Another row for the same listing counts instead.',
    todo: 'Nothing, if --duplicates was meant so.',
  },
  sku_missing: { means: 'The row has something to set, but no SKU.', todo: REPAIR },
  sku_unusable: { means: 'The SKU holds a line break or another control character.', todo: REPAIR },
  key_in_cell: {
    means: 'A cell holds the API key, which is masked in all files of the run.',
    todo: 'Take the key out of the sheet, and make a new key if others have it.',
  },
  cell_cut_short: {
    means: 'The file ends within this amount, and may be cut short.',
    todo: 'Export the file again.',
  },
  cell_missing: { means: 'A cell is missing, and the mark of retry.csv still stands for it.', todo: REPAIR },
  column_count: {
    means: 'The row has more or fewer cells than the header.',
    todo: 'Look for a delimiter within a text: that cell needs quotes.',
  },
  cell_without_header: {
    means: 'A cell stands under no header.',
    todo: 'Look for a delimiter within a text: that cell needs quotes.',
  },
  cost_divisor_unusable: {
    means: 'The row does not say for how many pieces its cost is.',
    todo: 'Write the number of pieces in retry.csv and give that file to sync, or pass --map cost_divisor= if every cost is for one piece.',
  },
  cost_not_meant: {
    means: 'The row says that another price is its cost, and the sheet does not have that one.',
    todo: 'Export both prices, or take the column out that says which of them counts.',
  },
  listing_id_unreadable: { means: 'The listing id is not a UUID.', todo: REPAIR },
  repricing_unreadable: { means: 'Repricing is neither true nor false.', todo: REPAIR },
  currency_unreadable: { means: 'The currency is no code of three letters.', todo: REPAIR },
  platform_unknown: { means: 'There is no such platform.', todo: REPAIR },
  not_clearable: { means: 'The field can’t be cleared.', todo: REPAIR },
  money_currency_unknown: {
    means: 'An amount stands beside a sign or a code that is no known currency.',
    todo: REPAIR,
  },
  money_too_fine: {
    means: 'An amount is finer than a cent.',
    todo: 'Round it in the sheet, or say how with --round.',
  },
  money_negative: { means: 'An amount is negative.', todo: REPAIR },
  already_updated: {
    means: 'The listing held the planned values already.',
    todo: 'Nothing.',
  },
  service: {
    means: 'The service answered nothing more, so the run stopped before this row.',
    todo: 'Apply the plan or run the sheet again later; the command stands above.',
  },
  key_refused: {
    means: 'The service refused the key, so nothing more was sent.',
    todo: 'Check the key, then run the sheet again.',
  },
  disk: {
    means: 'The disk took nothing more, so the run stopped before this row.',
    todo: 'Make room, then apply the plan or run the sheet again; the command stands above.',
  },
  locked: {
    means: 'Another run took over the account, so this one stopped.',
    todo: 'Wait for the other run to end, then apply the plan or run the sheet again.',
  },
  stale_plan: {
    means: 'The answer to the question came too late: the listings may have changed meanwhile.',
    todo: 'Apply the plan, which reads the listings again.',
  },
  sheet: { means: 'The sheet changed while it was read, so nothing was sent.', todo: 'Run it again.' },
  bug: { means: 'The run ended by a bug in pricesheet.', todo: 'Please report it, with the log.' },
  interrupted: {
    means: 'The run was interrupted before this update was sent.',
    todo: 'Apply the plan or run the sheet again; the command stands above.',
  },
  too_many_failures: {
    means: 'Too many updates failed, so the rest was not sent.',
    todo: 'Mend what made them fail, then apply what is left; the command stands above.',
  },
  max_updates: {
    means: 'The plan has more updates than --max-updates lets through, so nothing was sent.',
    todo: 'Check that the right file was taken. If it is meant, apply the plan with --allow max_updates.',
  },
  max_clears: {
    means: 'The plan clears more fields than --max-clears lets through, so nothing was sent.',
    todo: 'Check the column with the clear token. If it is meant, apply the plan with --allow max_clears.',
  },
  max_invalid: {
    means: 'Too many rows are invalid, so nothing was sent.',
    todo: 'Mend the rows in retry.csv, or check that the columns were read rightly.',
  },
  max_missing: {
    means: 'Too many SKUs are not listed, so nothing was sent.',
    todo: 'Check the account and the filters.',
  },
  mixed_currencies: {
    means: 'The sheet names no currency, and its listings have several, so nothing was sent.',
    todo: 'Add a column "currency" to the sheet, or pass --currency with the rows of one currency.',
  },
  implausible_column: {
    means: 'A column of amounts does not fit what the listings sell for, so nothing was sent.',
    todo: 'Check which column was taken (--map). If it is meant, apply the plan with --allow implausible_column.',
  },
  scale_slip: {
    means: 'Most amounts are off by one factor near 10 or 100, so nothing was sent.',
    todo: 'Check the unit (--money) and the decimal sign (--decimal).',
  },
  empty_sheet: { means: 'The sheet has no rows of data.', todo: 'Check the export that wrote it.' },
  other_key: {
    means: 'The run was made with another key, so nothing was sent.',
    todo: 'If this key is a new one for the same account, run it again with --allow other_key.',
  },
  other_account: {
    means: 'Most listings of the plan are not in the account of this key, so nothing was sent.',
    todo: 'Take the key of the account that the run was made for.',
  },
  nothing_matched: {
    means: 'None of the SKUs is listed.',
    todo: 'Check the account, the filters and the SKU column.',
  },
};

/** Beginnings of codes that mean much the same. */
const FAMILIES: readonly (readonly [prefix: string, advice: Advice])[] = [
  [
    'http_',
    {
      means: 'The service refused the update.',
      todo: 'The message has its own words. Mend the row, or look at the listing there.',
    },
  ],
  ['money_', { means: 'An amount can’t be read.', todo: REPAIR }],
  ['', { means: '', todo: 'The message of each row says more.' }],
];

/** Row rules that are asked again of the listing as the update has left it. */
const ASKED_AGAIN: readonly string[] = [
  'min_above_max',
  'below_cost',
  'manual_out_of_bounds',
  'zero_price',
  'zero_cost',
];

const BROKEN_SINCE: Advice = {
  means:
    'The update was sent, and another field has changed beside it, so that the listing breaks a guard rule now.',
  todo: 'Look at these listings first, and set right what is wrong there. Undo takes back what the run has set.',
};

/** `wasSent`: the rows were updated. */
export function adviceOn(reason: string, { wasSent = false } = {}): Advice {
  if (wasSent && ASKED_AGAIN.includes(reason.split(';')[0] ?? '')) return BROKEN_SINCE;
  const family = FAMILIES.find(([prefix]) => reason.startsWith(prefix))?.[1];
  return (Object.hasOwn(ADVICE, reason) ? ADVICE[reason] : undefined) ?? family ?? { means: '', todo: '' };
}
