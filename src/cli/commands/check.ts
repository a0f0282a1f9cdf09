import { isNewJob } from '../../api/caller/choose-sheet.ts';
import { checkSheet, describeCheck, exitCodeOfCheck } from '../../api/stories/check-sheet.ts';
import { formatNumber } from '../../domain/count.ts';
import { formatDay } from '../../domain/day.ts';
import { DeclinedError, UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { describeValue, FIELDS, MONEY_FIELDS } from '../../domain/fields.ts';
import { joinNames } from '../../domain/lists.ts';
import { quoteWord } from '../../domain/quote-word.ts';
import type { SheetRow } from '../../domain/row.ts';
import { renderSteps, type Step } from '../../report/screen/fit-screen.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { clip, printable } from '../../report/text/printable.ts';
import { type Column, renderTableBelow, wrapHanging, wrapText } from '../../report/text/render-table.ts';
import type { ScreenStyle } from '../../report/text/screen-style.ts';
import { count, nameOfSheet } from '../../report/text/words.ts';
import type { CheckReport } from '../../run/check.ts';
import { withOpenNotes } from '../../run/sheet/judge-notes.ts';
import { saveMapping } from '../../run/sheet/save-mapping.ts';
import { currenciesToKeep, describeCurrencies, type SheetColumn } from '../../run/sheet/sheet-columns.ts';
import { listLines } from '../../run/sheet/tally-sheet.ts';
import { type ColumnUse, describeColumn, type Unsettled } from '../../run/sheet/unsettled-columns.ts';
import { CHECK_SETTINGS, COLUMN_SETTINGS } from '../../settings/command-settings.ts';
import { givenFlags } from '../../settings/given-flags.ts';
import type { Setting, ValuesOf } from '../../settings/setting.ts';
import { areOpen, toShown } from '../../sheet/column-looks.ts';
import { isPiece } from '../../sheet/divisor-text.ts';
import type { ColumnName } from '../../sheet/header/column.ts';
import {
  formatMapFlag,
  isSameHeader,
  type Kept,
  keptAt,
  type LeftOut,
} from '../../sheet/header/column-map.ts';
import { formatCondition } from '../../sheet/row-filter.ts';
import type { Context } from '../context/context.ts';
import { ask } from '../terminal/ask.ts';
import { rowsOf, widthOf } from '../terminal/stdio.ts';
import { withSignals } from '../terminal/watch-signals.ts';

export async function runCheck(sheet: string, outer: Context): Promise<number> {
  const { report, read, caller: context, path } = await checkSheet(sheet, outer);
  const { json, quiet, print, mask } = context;
  const isSaving = context.options['saveMapping'] === true;
  const saved = isSaving ? keepMapping(report, read.values, context) : [];
  const shown = { ...report, ...(isSaving && { unsettled: [] }), notices: [...report.notices, ...saved] };
  const exitCode = exitCodeOfCheck(shown);
  context.answer({
    exitCode,
    reason: printable(describeCheckFailure(shown)),
    document: describeCheck(shown, context),
    text: () => renderCheck(shown, context),
    mayBeQuiet: true,
  });
  if (quiet && !json && exitCode === EXIT.done)
    for (const notice of shown.warnings) context.note(clip(mask(printable(notice))));
  if (!willAsk(shown, context)) return exitCode;
  if (!(await withSignals((signal) => isRight(context, signal)))) {
    context.printStderr(`${NOT_SETTLED}\n${TO_CHANGE_IT}\n`);
    return exitCode;
  }
  const settled = keepMapping(agreeToNotes(report), read.values, context);
  // What else was given is in the config file now.
  const flags = givenFlags({ job: COLUMN_SETTINGS.job, maxAge: CHECK_SETTINGS.maxAge }, context.options);
  const command = formatCommand(['diff', path, ...flags], context.shell);
  const next = { what: 'see what a run would change', command };
  print(mask(`${[...settled, ...renderSteps([next], {})].map(printable).join('\n')}\n`));
  return exitCodeOfCheck({ ...report, ...SETTLED });
}

/** The screen has the rows and columns. */
export function describeCheckFailure({ unsettled, digest, warnings: [warning] }: CheckReport): string {
  const { invalid } = digest.counts;
  if (unsettled.length > 0) return 'Nobody has settled how the sheet is to be read';
  if (invalid > 0) return count(invalid, 'row is invalid', 'rows are invalid');
  return warning ?? 'No row can be used';
}

/** Whether a person sees the screen, and can settle the columns by a yes: which rows count takes more than that. */
function willAsk(
  { unsettled, notes, disagreement }: CheckReport,
  { json, quiet, stdio, job, options, isAtTerminal }: Context,
): boolean {
  return (
    (unsettled.length > 0 || notes?.message !== undefined) &&
    options['saveMapping'] !== true &&
    disagreement?.choice === undefined &&
    !json &&
    !quiet &&
    job !== undefined &&
    stdio.stdout.isTTY === true &&
    isAtTerminal()
  );
}

/** What is left to ask once columns and notes are saved. */
const SETTLED = { unsettled: [], notes: undefined } as const;

/** What `check` shows on the screen. */
export function renderCheck(report: CheckReport, context: Context): string {
  const { mask, paint, stdio, job, sources } = context;
  const isKept = job !== undefined && sources.jobs.has(job);
  const toSettle = willAsk(report, context) ? [] : listToSettle(report);
  return mask(
    renderCheckScreen(report, {
      ...{ paint, width: widthOf(stdio.stdout), rows: rowsOf(stdio.stdout), toSettle },
      job: isKept ? `${job}, as ${sources.configName} says` : job,
    }),
  );
}

/** The command that settles the columns that nobody has settled. */
function listToSettle({ unsettled, disagreement, settle }: CheckReport): readonly Step[] {
  if (unsettled.length === 0) return [];
  const what = disagreement?.choice
    ? 'choose the rows that count, for all runs'
    : 'if it is, settle it for all runs of this job';
  return [{ what, command: `${settle} --save-mapping` }];
}

/** Saves the columns of the sheet for its job, and says so. Errors: `UsageError` if it is not said which job that is. */
export function keepMapping(
  { sheet: { reading }, columns, options: { map }, leftOut, notes }: CheckReport,
  values: ValuesOf<typeof CHECK_SETTINGS>,
  context: Context,
): readonly string[] {
  const { options, sources, job } = context;
  const { configName, configPath } = sources;
  if (job === undefined)
    throw new UsageError(['--save-mapping needs to know whose columns these are; pass --job NAME']);
  const { map: _map, ...settings } = givenSettings(values, options);
  if (options['leaveOut'] !== undefined) refuseUnknown(columns, values.leaveOut);
  const open = leftOutForGood(columns, values.leaveOut);
  saveMapping(configPath, job, {
    reading,
    map,
    leftOut: { ...leftOut, ...open },
    currencies: currenciesToKeep(columns),
    notes: notes?.settled,
    settings,
  });
  const flags = Object.keys(settings).map((key) => `--${key}`);
  return [
    `The columns are kept in ${configName} for the job "${job}"${flags.length === 0 ? '' : `, with ${flags.join(', ')}`}`,
    ...(options['asOf'] === undefined ? [] : ['--as-of is not kept: a run reads the sheet for its own day']),
  ];
}

/** Errors: `UsageError` if the flag names a column that the sheet doesn't have. */
function refuseUnknown(columns: readonly SheetColumn[], leaveOut: LeftOut = {}): void {
  const unknown = Object.keys(leaveOut).filter(
    (text) => !columns.some((column) => isSameHeader(column.header, text) || column.leftOutName === text),
  );
  if (unknown.length === 0) return;
  const names = unknown.map((text) => `"${text}"`).join(', ');
  throw new UsageError([
    `--leave-out names ${names}, which the sheet doesn't have; a comma in a header is written "\\,"`,
  ]);
}

/** The columns that `--leave-out` names, whatever they hold. */
function leftOutForGood(columns: readonly SheetColumn[], leaveOut: LeftOut | undefined): LeftOut {
  const header = columns.map((column) => column.header);
  const named = columns.filter(
    ({ field, index }) => field === undefined && keptAt(leaveOut, header, index) === 'any',
  );
  return Object.fromEntries(named.map(({ leftOutName }) => [leftOutName, 'any' as const]));
}

/** What flags say of the sheet, by key: without it the columns may not be found again. */
export function givenSettings(
  values: ValuesOf<typeof CHECK_SETTINGS>,
  options: Context['options'],
): Readonly<Record<string, unknown>> {
  const settings: readonly (readonly [string, Setting<unknown>])[] = Object.entries(COLUMN_SETTINGS);
  return Object.fromEntries(
    settings.flatMap(([name, { key, from }]) => {
      const given = options[name];
      if (given === undefined || from) return [];
      const value: unknown = values[name as keyof typeof values];
      return [[key, typeof value === 'number' ? value : (toJson(value) ?? String(given))] as const];
    }),
  );
}

/** Conditions, or sizes of units, which are those of the job's section too; `undefined` for others. */
function toJson(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([word, size]) => [word, Number(size)]));
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map(formatCondition);
}

/**
 * Has a person confirm the columns and notes that nobody has settled yet, on the screen that shows them, before they are saved for every
 * run. Returns whether there was anything to show. Notes that nobody can be asked about stay open.
 *
 * Errors: `DeclinedError` if they are not confirmed; `UsageError` if nobody can be asked about the columns; `InterruptedError`.
 */
export async function settleColumns(
  report: CheckReport,
  context: Context,
  signal: AbortSignal,
): Promise<boolean> {
  const { unsettled, notes, settle } = report;
  const isAskable = context.isAtTerminal();
  if (unsettled.length === 0 && !(isAskable && notes?.message !== undefined)) return false;
  if (!isAskable)
    throw new UsageError(
      unsettled.map((column) => context.mask(describeColumn(column))),
      {
        title: 'Nobody has confirmed yet how these columns are to be read',
        hint: `If they are right as they are, settle them with "${settle} --save-mapping", and run this again; without --save-mapping it shows how each can be used`,
      },
    );
  context.printStderr(`${renderCheck(report, context)}\n`);
  if (await isRight(context, signal)) return true;
  throw new DeclinedError([NOT_SETTLED], { hint: TO_CHANGE_IT });
}

const NOT_SETTLED = 'The columns were not saved: they are not settled';
const TO_CHANGE_IT =
  'To change it, run it again with the flags that are named above, or --leave-out HEADER,…';

/** Asks whether columns and notes are settled by what the screen shows of them. */
function isRight(context: Context, signal: AbortSignal): Promise<boolean> {
  const job = `${isNewJob(context) ? 'new ' : ''}job "${context.job}"`;
  return ask(printable(`Is that right for every run of the ${job}?`), context.stdio, signal, 'save it');
}

/** As it is once somebody has said that the lines beside the table change no amount. */
export function agreeToNotes<T extends CheckReport>(report: T): T {
  const { notes } = report;
  return { ...report, notes: notes && { message: undefined, open: {}, settled: withOpenNotes(notes) } };
}

const MAX_PROBLEMS = 10;

interface CheckStyle extends Pick<ScreenStyle, 'paint' | 'width' | 'rows'> {
  /** The name of the job, as words. */
  readonly job: string | undefined;
  /** To be answered before a run that nobody watches can use the sheet: the commands that do so. */
  readonly toSettle: readonly Step[];
}

/** A sheet as it was read; the verdict again at the end, if the first lines have left the screen. */
export function renderCheckScreen(report: CheckReport, style: CheckStyle): string {
  const { source, sheet, digest, first, invalid, warnings, notices } = report;
  const { paint, width, rows = Number.POSITIVE_INFINITY, toSettle } = style;
  const setsNothing = !FIELDS.some((field) => sheet.reading.columns.has(field));
  const title = `${nameOfSheet(source.path)}: ${describeCounts(digest.counts)}${setsNothing ? '; nothing to set' : ''}`;
  const problems = renderTableBelow(invalid.slice(0, MAX_PROBLEMS), PROBLEMS, style);
  const left = digest.counts.invalid - MAX_PROBLEMS;
  const verdict = wrapText(printable(title), width).map((line) => paint('bold', line));
  // What one decides on comes last, above the question or the command that answers it.
  const blocks = [
    verdict,
    warnings.flatMap((warning) => hang(warning, width)),
    hang(`Read with ${describeFacts(report, style.job).join('; ')}`, width),
    section('Notices', notices, style),
    [
      ...titled('Invalid', problems),
      ...(left > 0 ? [`  … and ${formatNumber(left)} more; --json lists them`] : []),
    ],
    titled('First rows', renderTableBelow(first, columnsOf(first), { paint })),
    section('Columns', describeColumns(report), style),
    section('Left out', setsNothing ? [] : [...describeLeftOut(report)], style),
  ].filter((block) => block.length > 0);
  const asked = toSettle.length === 0 ? [] : [...hang(ASKED, width), ...renderSteps(toSettle, style)];
  const isLong = [...blocks, asked].flat().length + blocks.length > rows;
  const closing = [...(isLong ? verdict : []), ...asked];
  return `${[...blocks, ...(closing.length === 0 ? [] : [closing])].map((block) => block.join('\n')).join('\n\n')}\n`;
}

const ASKED =
  'A run that nobody watches stops until somebody has settled that this is right, or has changed it by the flags above';

const INDENT = '  ';

/** A cell or a header may hold a million characters. */
function hang(text: string, width: number | undefined): readonly string[] {
  return wrapHanging(clip(printable(text)), width);
}

function section(title: string, lines: readonly string[], { width }: CheckStyle): readonly string[] {
  const hung = lines.flatMap((line) => hang(line, width && width - INDENT.length));
  return titled(
    title,
    hung.map((line) => INDENT + line),
  );
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function describeCounts({ row, invalid, duplicate, ignored }: CheckReport['digest']['counts']): string {
  const total = count(row + invalid + duplicate + ignored, 'row');
  const repeated = duplicate === 0 ? '' : `, ${count(duplicate, 'duplicate')}`;
  return `${total}, ${invalid === 0 ? 'none' : formatNumber(invalid)} of them invalid${repeated}${ignored === 0 ? '' : `, ${formatNumber(ignored)} ignored`}`;
}

const PROBLEMS: readonly Column<CheckReport['invalid'][number]>[] = [
  { title: 'line', align: 'right', text: ({ line }) => String(line) },
  { title: 'sku', text: ({ target }) => target?.sku ?? '' },
  { title: 'why', text: ({ problems }) => problems.map(({ message }) => message).join('; ') },
];

/** What the first rows say of each field. */
function columnsOf(first: readonly SheetRow[]): readonly Column<SheetRow>[] {
  const values = FIELDS.map(
    (field): Column<SheetRow> => ({
      title: field,
      align: 'right',
      text: ({ requested: { [field]: value } }) => {
        if (value === undefined) return '';
        return value === null ? 'clear' : describeValue(field, value);
      },
    }),
  );
  return [
    { title: 'line', align: 'right', text: ({ line }) => String(line) },
    { title: 'sku', text: ({ target }) => target.sku ?? '' },
    ...values.filter(({ text }) => first.some((row) => text(row) !== '')),
  ];
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};

/** About the file: encoding, delimiter, header line and the like. Lines that are to be settled are said below. */
function describeFacts(
  { source, sheet, unsettled, digest: { changesOn } }: CheckReport,
  job: string | undefined,
): readonly string[] {
  const { encoding, dialect, dialectBy, table: start, decimalSigns, asOf, dateOrder } = sheet.reading;
  const { headerless, headerLine, lastLineAbove } = start;
  const open = new Set(unsettled.map(({ line }) => line));
  const delimiter = DELIMITER_NAMES[dialect.delimiter] ?? `"${dialect.delimiter}"`;
  const known = start.above.filter(({ line }) => !open.has(line));
  const above = known.slice(0, MAX_LINES).map(({ line, cells }) => {
    const text = cells.filter((cell) => cell.trim() !== '').join(' ');
    return `line ${line} "${clip(text, MAX_CELL)}"`;
  });
  const isMore = known.length > MAX_LINES;
  const [sign] = decimalSigns.values();
  const facts = [
    job === undefined ? [] : `job ${job}`,
    source.packed ? 'gzip' : [],
    `encoding ${encoding.encoding.replace(/^utf/, 'UTF')}${encoding.by === 'guessed' ? ', guessed' : ''}`,
    `delimiter ${delimiter}${dialectBy === 'sep_line' ? ', as the first line says' : ''}`,
    dialect.quote === '"' ? [] : dialect.quote === 'none' ? 'no quotes' : 'single quotes',
    headerless
      ? 'no header, so that columns are named by their letters'
      : lastLineAbove > headerLine
        ? `header on lines ${headerLine} and ${lastLineAbove}`
        : `header on line ${headerLine}`,
    above.length === 0 ? [] : `above it ${[...above, ...(isMore ? ['…'] : [])].join(', ')}`,
    sign === undefined ? [] : `decimal sign "${sign}"`,
    asOf === undefined ? [] : `day ${formatDay(asOf)}`,
    dateOrder ? `dates with ${FIRST_OF[dateOrder]} first` : [],
    changesOn === undefined ? [] : `other rows or notes count from ${formatDay(changesOn)} on`,
  ];
  return facts.flat();
}

const FIRST_OF = { dmy: 'the day', mdy: 'the month', ymd: 'the year' };
const MAX_LINES = 10;

/** What each column became, with a sample of it. */
function describeColumns({ sheet, unsettled, columns, digest }: CheckReport): readonly string[] {
  const open = new Set(unsettled.map(({ column }) => column?.field));
  const lines = [...sheet.reading.columns].map(([name, { header, index, inCents, pieces }]) => {
    const { example = '', currencies } = columns[index] ?? {};
    const sample = example === '' ? '' : `, such as "${clip(example, MAX_CELL)}"`;
    const unit = `${inCents ? ', in cents' : ''}${name === 'cost' && pieces ? `, for ${pieces} pieces` : ''}`;
    return `${header} → ${name}${unit}${sample}${describeCells(name, digest, currencies)}${open.has(name) ? ' (not settled)' : ''}`;
  });
  const isOpen = [...sheet.reading.columns.keys()].some((name) => open.has(name));
  return [...lines, ...(isOpen ? [IF_OTHER] : [])];
}

/** `: 149 amounts, 1 blank (line 97)`; zeros are among the notices. */
function describeCells(
  name: ColumnName,
  { cells }: CheckReport['digest'],
  currencies: SheetColumn['currencies'] = [],
): string {
  const field = MONEY_FIELDS.find((each) => each === name);
  if (!field) return '';
  const { amounts, blank } = cells[field];
  const said = currencies.length > 0 ? describeCurrencies(currencies) : count(amounts, 'amount');
  const blanks = blank.count === 0 ? '' : `, ${formatNumber(blank.count)} blank (${listLines(blank)})`;
  return `: ${said}${blanks}`;
}

const IF_OTHER = 'If one is something else: --map FIELD=HEADER takes another column, --map FIELD= takes none';

const MAX_CELL = 30;

/** The columns that are not used: each that nobody has settled with the flag that uses it, and the others together. */
function* describeLeftOut(report: CheckReport): Generator<string> {
  const { sheet, columns, unsettled, leftOut, options } = report;
  const open = unsettled.filter(({ column }) => column?.field === undefined);
  const named = new Set(open.map(({ header, column }) => column?.leftOutName ?? header));
  const settled = Object.keys(leftOut).filter((text) => !named.has(text));
  const others = sheet.reading.ignoredColumns.filter((text) => !named.has(text) && !settled.includes(text));
  const kept: LeftOut = { ...leftOut, ...leftOutForGood(columns, options.leaveOut) };
  for (const each of open) {
    const news = warnOfNews(leftOut[each.column?.leftOutName ?? '']);
    yield `"${clip(each.header)}" ${each.why}${news}${adviseUse(each, options)}`;
  }
  if (open.some(({ line }) => line !== undefined)) yield IF_OF_AMOUNTS;
  yield* settled.map((text) => `"${text}" is left out${describeKept(kept[text] ?? 'any')}`);
  if (others.length > 0)
    yield `${count(others.length, 'column')} of texts and codes, or without content: ${listNames(others)}`;
}

/** What a yes means for a column of few values. */
function warnOfNews(kept: Kept | undefined): string {
  return Array.isArray(kept) ? '; once settled, another value stops a run' : '';
}

/** How a column that is left out is used, if it says something of the amounts. */
function adviseUse({ column, use, misspelt }: Unsettled, { shell }: CheckReport['options']): string {
  if (!column) return '';
  const { mapName, leftOutName, values, isMostlyBlank } = column;
  const mapFlag = (field: string): string => formatMapFlag([[field, mapName]], shell);
  if (misspelt) return ` If so: ${mapFlag(misspelt)}`;
  if (use === undefined) return '';
  const { when, as } = USES[use];
  if (use === 'leave_out') return `; ${when}: --leave-out ${quoteWord(joinNames([leftOutName]), shell)}`;
  if (use === 'where' && isMostlyBlank)
    return `; if only rows with a blank cell count: --where ${quoteWord(`${mapName}=`, shell)}`;
  const value = values.find((one) => !/[,=]/.test(one)) ?? 'VALUE';
  const flag = as ? mapFlag(as) : `--where ${quoteWord(`${mapName}=${value}`, shell)}`;
  const units = values.filter((one) => !isPiece(one)).map((one) => `${one}=N`);
  const pieces = use === 'unit' && units.length > 0 ? ` --units ${quoteWord(units.join(), shell)}` : '';
  return `; ${when}: ${flag}${pieces}`;
}

function listNames(headers: readonly string[]): string {
  return `${quoteFew(headers)}${headers.length > MAX_KEPT ? ', …' : ''}`;
}

function quoteFew(texts: readonly string[]): string {
  const few = texts.slice(0, MAX_KEPT).map((text) => `"${clip(text, MAX_CELL)}"`);
  return few.join(', ');
}

const IF_OF_AMOUNTS = 'If a line says what the amounts are: --cost-per N, --money cents or --currency CODE';

/** For how long a column is left out. */
function describeKept(left: Kept): string {
  const kept = toShown(left);
  return kept === 'any' ? ', whatever it holds' : `; a run stops if it holds anything but ${nameKept(kept)}`;
}

function nameKept(kept: Exclude<Kept, 'any'>): string {
  if (kept === 'past-dates') return 'dates of the past';
  if (typeof kept === 'string') return kept;
  const [kind, values] = Array.isArray(kept) ? [undefined, kept] : (Object.entries(kept)[0] ?? ['', []]);
  const signs = kind === 'amounts' ? values.flatMap(signOf) : [];
  const others = kind === 'amounts' ? values.filter((mark) => signOf(mark).length === 0) : values;
  const more = others.length > MAX_KEPT ? ` and ${others.length - MAX_KEPT} other values` : '';
  const few = `${quoteFew(others)}${more}`;
  if (areOpen(kept)) return `words like ${few}`;
  if (kind === undefined) return few;
  const all = signs.length === 0 ? kind : `${kind} in ${signs.join(' or ')}`;
  return others.length === 0 ? all : `${all}, or says of amounts anything but ${few}`;
}

/** `£` of `£#`, `kg` of `# kg`, as amounts are kept. */
function signOf(mark: string): readonly string[] {
  return mark.includes('#') ? [mark.replace('#', '').trim()] : [];
}

const MAX_KEPT = 5;

const USES: Readonly<Record<ColumnUse, { readonly when: string; readonly as?: string }>> = {
  valid_from: { when: 'if the amounts count from then on', as: 'valid_from' },
  cost_divisor: { when: 'if a cost is for that many pieces', as: 'cost_divisor' },
  unit: { when: 'if that is what a cost is for', as: 'unit' },
  currency: { when: 'if that is the money of the row', as: 'currency' },
  amount: { when: 'if it is to be sent', as: 'FIELD' },
  where: { when: 'if only some rows count' },
  leave_out: { when: 'if it changes no amount, whatever it says' },
};
