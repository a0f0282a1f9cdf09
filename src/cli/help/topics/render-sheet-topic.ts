import { READING_SETTINGS } from '../../../settings/settings.ts';
import { COLUMN_NAMES, type ColumnName } from '../../../sheet/header/column-names.ts';
import { layOut } from './lay-out.ts';

const MEANINGS: Readonly<Record<ColumnName, string>> = {
  sku: 'required; compared exactly: case, zeros and inner spaces count',
  cost: 'cost of a single unit',
  minimum_price: 'or min; on Amazon with shipping',
  maximum_price: 'or max; on Amazon with shipping',
  strategy: 'id or name of a repricing strategy: pricesheet list strategies',
  repricing: 'true or false, yes or no, on or off, 1 or 0',
  manual_price: 'a fixed price; on Amazon with shipping',
  currency: "must be the listing's own; nothing is converted",
  platform: 'which listings of the SKU are meant: amazon or walmart',
  channel: 'likewise, a channel: pricesheet list channels',
  listing_id: 'likewise, one listing; with the underscore, listing-id is something else',
  cost_divisor: 'the cost is for this many pieces',
  unit: 'what the cost is for: EA, Stück, 100 ST; others such as DZ with --units DZ=12',
  fee: 'what a sale of a unit costs besides; counts in below_cost and is never sent',
  fee_percent: 'likewise, in percent of the price',
  valid_from: 'the first day on which the row counts; of several rows the one that began last',
  valid_to: 'the last day on which the row counts',
};

/** `pricesheet help sheet` */
export function renderSheetTopic(width: number): readonly string[] {
  const clear = READING_SETTINGS.clearToken.fallback;
  return [
    'THE SHEET',
    '',
    'A CSV file with a header line, as ERPs, shops and spreadsheets export it.',
    'Encoding, delimiter, quotes and decimal sign are detected. See how yours is',
    'read, without the network:',
    '',
    '  pricesheet check costs.csv',
    '',
    'Columns; case, spaces, _ and - do not matter, others are ignored:',
    '',
    ...layOut(
      COLUMN_NAMES.map((name) => [name, MEANINGS[name]]),
      width,
    ),
    '',
    'Many headers of other programs are known too. Where a name is not enough, a run',
    'without a terminal stops. To say which column is which, once for all runs:',
    '',
    '  pricesheet check costs.csv --map "cost=VERPR,sku=A" --save-mapping',
    '',
    'Cells:',
    '',
    ...layOut(
      [
        ['blank', 'leaves the field as it is'],
        [clear, 'clears the field (--clear-token names another word)'],
        ['0', 'is zero'],
        [
          '12.99',
          'or 12,99: amounts in major units; the decimal sign is detected from the whole column (--decimal)',
        ],
        ['1299', 'amounts in cents, with --money cents or a header such as cost_cents'],
      ],
      width,
    ),
    '',
    'A SKU with several listings is an error for its row, unless the row says which',
    'one, or --match all updates them all. Rows that contradict each other are all',
    'refused (--duplicates first or last).',
    '',
    'A sheet to begin with, out of the account: pricesheet export',
  ];
}
