import { FEW_ROWS } from '../../domain/few-rows.ts';
import { FEW_MOVES, FEW_PRICED_ROWS, type RowRule, type RunRule } from '../../plan/limits.ts';
import { wrapText } from '../../report/text/text-width.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { GUARD_SETTINGS, READING_SETTINGS } from '../../settings/settings.ts';
import { COLUMN_NAMES, type ColumnName } from '../../sheet/header/column-names.ts';
import { hang, layOut } from './help-layout.ts';
import type { Topic } from './help-topics.ts';

/** As wide as the pages are written; longer lines are hard to read. */
const WRITTEN = 80;

/** A page of help. Units: `columns` of the screen. */
export function renderTopic(topic: Topic, columns: number): string {
  const width = Math.min(WRITTEN, columns);
  const page = PAGES[topic](width);
  return `${width === WRITTEN ? page : reflow(page, width)}\n`;
}

/**
 * A page for a terminal that is narrower than it is written for: paragraphs and items of lists are wrapped again; what is
 * indented is a command or a table, and stays as it is.
 */
function reflow(page: string, width: number): string {
  const wrap = (paragraph: string): string => {
    if (paragraph.startsWith(' ')) return paragraph;
    const text = paragraph.replace(/\n */g, ' ');
    return text.startsWith('- ') ? hang('- ', text.slice(2), width) : wrapText(text, width).join('\n');
  };
  const blocks = page.split('\n\n').map((block) =>
    block
      .split(/\n(?=- )/)
      .map(wrap)
      .join('\n'),
  );
  return blocks.join('\n\n');
}

const COLUMNS: Readonly<Record<ColumnName, string>> = {
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

function renderSheetTopic(width: number): string {
  const columns = COLUMN_NAMES.map((name) => [name, COLUMNS[name]] as const);
  const cells = [
    ['blank', 'leaves the field as it is'],
    [
      READING_SETTINGS.clearToken.fallback,
      'clears the field ("clear-token" in pricesheet.json names another word)',
    ],
    ['0', 'is zero'],
    [
      '12.99',
      'or 12,99: amounts in major units; the decimal sign is detected from the whole column (--decimal)',
    ],
    ['1299', 'amounts in cents, with --money cents or a header such as cost_cents'],
  ] as const;
  return `\
THE SHEET

A CSV file with a header line, as ERPs, shops and spreadsheets export it.
Encoding, delimiter, quotes and decimal sign are detected. See how yours is
read, without the network:

  pricesheet check costs.csv

Columns; case, spaces, _ and - do not matter, others are ignored:

${layOut(columns, width)}

Many headers of other programs are known too. Where a name is not enough, a run
without a terminal stops. To say which column is which, once for all runs:

  pricesheet check costs.csv --map "cost=VERPR,sku=A" --save-mapping

Cells:

${layOut(cells, width)}

A SKU with several listings is an error for its row, unless the row says which
one, or --match all updates them all. Rows that contradict each other are all
refused (--duplicates first or last).

A sheet to begin with, out of the account: pricesheet export`;
}

const { maxChange, maxClears, maxInvalid, minRows } = GUARD_SETTINGS;

const ROW_RULES: Readonly<Record<RowRule, string>> = {
  max_change: `an amount moves by more than ${maxChange.fallback} % (${maxChange.flag})`,
  min_above_max: 'the minimum would be above the maximum',
  below_cost: 'minimum or manual price would be under cost and fees',
  manual_out_of_bounds: 'the manual price would be outside minimum and maximum',
  zero_price: 'a minimum, maximum or manual price would be 0',
  zero_cost: 'a cost of 0 would replace another cost, or none',
};

const RUN_RULES: Readonly<Record<RunRule, string>> = {
  sheet_age: 'the file is older than --max-age says',
  unsettled: 'nobody has settled a column, and nobody watches',
  sheet_note: 'a line beside the rows contradicts what is settled',
  nothing_to_set: 'no column of the sheet sets anything',
  max_updates: 'more listings would be updated than --max-updates says',
  max_clears: `more fields would be cleared than ${String(maxClears.fallbackText).replace('%', ' %')} of the rows (${maxClears.flag})`,
  max_invalid: `more than ${maxInvalid.fallback} % of the rows are invalid (${maxInvalid.flag})`,
  max_missing: 'more of the SKUs are not listed than --max-missing says',
  mixed_currencies: 'amounts without a currency lead to listings in several (--currency)',
  implausible_column: `a column of amounts does not fit what the listings sell for, for example stock levels; it needs at least ${FEW_PRICED_ROWS} amounts`,
  scale_slip: `most amounts are about 100, 10, 1/10 or 1/100 of what the listings hold; it needs at least ${FEW_MOVES} amounts`,
  nothing_matched: 'none of the SKUs is listed',
  empty_sheet: 'the sheet has no rows',
  rows_dropped: `the sheet sets fewer than ${minRows.fallback} % of the SKUs that it usually does (${minRows.flag})`,
  older_sheet: 'the sheet is older than the one of the last run, or that of an earlier run again',
  totals_moved: 'half of the amounts of a column moved by more than 15 %, or three times as far as usual',
  max_drift: 'somebody else changed listings, and --drift is stop',
  other_key: 'apply or undo of a run that was made with another key, without a terminal to ask at',
};

function renderGuardsTopic(width: number): string {
  return `\
GUARDS

A row is blocked, and the others go on, if

${layOut(Object.entries(ROW_RULES), width)}

These look at the listing as it would be afterwards, sheet and live values
together. A rule applies only if the row changes a field that it checks.

The whole run stops before its first update, with exit code 4, if

${layOut(Object.entries(RUN_RULES), width)}

Shares of clears, invalid and missing rows count from ${FEW_ROWS} rows up. The message
gives the figure, the limit, and the flag.

To send small moves, and hold larger ones until a person approves them in the
review.csv of the run:

  pricesheet sync costs.csv --hold-over 10%
  pricesheet apply RUN --only RUN/review.csv

To let rules pass for one run:

  pricesheet sync costs.csv --allow "max_change,below_cost"

To change a limit permanently, put it into pricesheet.json: {"max-change": 30}
What each rule said about a row: pricesheet explain RUN SKU
undo checks other_key only, since it just gives back what was there before.`;
}

const CODES: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done, nothing needs attention',
  failed:
    'could not go on: the service answered nothing, disk full, a bug; or standard output could not be written',
  usage: "wrong usage or settings, or a sheet that can't be read",
  attention: 'done, some rows need attention; history --all: an account needs a look',
  guard: 'a guard rule stopped the run before the first update',
  keyRefused: 'the service refused the key',
  tooManyFailures: 'stopped early: too many failures',
  locked: 'another run on the same account holds the lock',
  declined: 'not sent: the question was answered with no, or with anything but y or yes',
  changes: 'diff --exit-code only: there are changes',
};

const INTERRUPTED = [
  '129, 130, 143',
  'interrupted (SIGHUP, SIGINT, SIGTERM); requests on their way were awaited and every file was written unless Ctrl-C was pressed twice',
] as const;

function renderExitCodesTopic(width: number): string {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  const codes = names.map((name) => [String(EXIT[name]), CODES[name]] as const);
  return `\
EXIT CODES

${layOut([...codes, INTERRUPTED], width)}

After 3, repair the rows in retry.csv of the run folder and sync that file.
After 4, the message names the rule, its limit, and the flag that lifts it.
After 1, 6, 7, 129, 130 and 143 run the same command again: it sends only what
is still missing. Or send what is left of the plan: pricesheet apply RUN

A script that only cares whether prices change:

  pricesheet diff costs.csv --quiet --exit-code
  [ $? -eq ${EXIT.changes} ] && echo "there are changes"

export exits with 3 if a SKU could not be written to a sheet. doctor exits
with what a run would: 2 for settings, 5 for the key, 1 for anything else.`;
}

const CRON = `\
EVERY NIGHT

pricesheet init costs.csv sets all of this up. In the folder of the job, with a
.env that only you can read:

  PRICESHEET_BASE_URL=https://your-service.example/v1
  PRICESHEET_API_KEY_FILE=/etc/pricesheet/key

Check that all is in place, and what the first run would change:

  pricesheet doctor
  pricesheet diff costs.csv

Then, with crontab -e:

  PATH=/usr/local/bin:/usr/bin:/bin
  15 2 * * *  cd /srv/prices && pricesheet sync costs.csv --quiet

- cron looks for programs in the folders of PATH only: give it the folders that
  "command -v pricesheet node" names.
- In a crontab a bare % ends the command: write --max-updates 20\\%
- For a new file every night, give the pattern in quotes:
  pricesheet sync 'drop/costs-*.csv' --newest --max-age 30h --settle 10s
- --quiet says nothing where all went well, so cron only writes a mail when
  there is something to read.
- Without a terminal there is no prompt: scheduling the job is the consent. The
  guards still apply: pricesheet help guards
- --hold-over 10\\% holds larger moves for a person, and says how many.
- Where yesterday's run still goes on, the new one ends with exit code 7;
  "wait-lock": 3600 in pricesheet.json waits an hour for it.
- A run that was cut short is simply run again: it sends only what is missing.
- Exit code 3 means that some rows need attention, and the rest is done:
  pricesheet help exit-codes
- PRICESHEET_WEBHOOK=URL in .env posts a message when a job begins to fail or
  recovers; PRICESHEET_METRICS=FILE keeps how the last run went, so that a night
  without a run is noticed too.
- To delete run folders that are older than three months, and keep the history:
  pricesheet history prune --keep-within 90d --quiet

On Windows, Register-ScheduledTask takes the XML of docs/scheduling.md. It runs
"cmd.exe /c pricesheet sync costs.csv --quiet --yes": a task of a user who is
signed in has a console, which would ask.

docs/scheduling.md shows systemd timers too.`;

const PAGES: Readonly<Record<Topic, (width: number) => string>> = {
  sheet: renderSheetTopic,
  guards: renderGuardsTopic,
  'exit-codes': renderExitCodesTopic,
  cron: () => CRON,
};
