import { resolve } from 'node:path';
import { withoutNewest } from '../../api/request/choose-sheet.ts';
import {
  CHECK_SETTINGS,
  type CheckedFees,
  COLUMN_SETTINGS,
  checkSheet,
} from '../../api/stories/check-sheet.ts';
import { describeCheck } from '../../api/stories/describe-check.ts';
import { exitCodeOfCheck } from '../../api/stories/exit-code-of-check.ts';
import { formatCents } from '../../domain/cents.ts';
import { count } from '../../domain/count.ts';
import { type Day, formatDay } from '../../domain/day.ts';
import { UsageError } from '../../domain/errors.ts';
import { type ByChannel, entriesOf, type FeeSettings, formatShare } from '../../domain/fees.ts';
import { FIELDS } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { type CheckFacts, renderCheckScreen } from '../../report/screen/render-check-screen.ts';
import { renderSteps } from '../../report/screen/render-steps.ts';
import { clip } from '../../report/text/clip.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { printable } from '../../report/text/printable.ts';
import type { CheckReport } from '../../run/check.ts';
import { saveMapping } from '../../run/sheet/save-mapping.ts';
import { keepFlags } from '../../settings/keep-flags.ts';
import type { ReadSettings } from '../../settings/read-settings.ts';
import { DEFAULT_CONFIG_FILE } from '../../settings/read-sources.ts';
import type { Setting, ValuesOf } from '../../settings/setting.ts';
import { textOption } from '../../settings/text-option.ts';
import { formatMapFlag } from '../../sheet/header/format-map-flag.ts';
import type { Context } from '../context/context.ts';
import { watchSignals } from '../terminal/watch-signals.ts';
import { widthOf } from '../terminal/width-of.ts';
import { describeColumns, describeLeftOut } from './check/describe-columns.ts';
import { agreeToNotes, isRight } from './check/settle-columns.ts';

export async function runCheck(sheet: string, outer: Context): Promise<number> {
  const { report, read, caller: context, path } = await checkSheet(sheet, outer);
  const { json, quiet, print, mask } = context;
  const isSaving = context.options['saveMapping'] === true;
  const saved = isSaving ? keepMapping(report, read.values, context) : [];
  const shown = { ...report, ...(isSaving && { unsettled: [] }), notices: [...report.notices, ...saved] };
  const exitCode = exitCodeOfCheck(shown);
  if (json) print(mask(`${toJsonText(describeCheck({ ...shown, exitCode }, context), 2)}\n`));
  else if (!quiet || exitCode !== 0) print(renderCheck(shown, context, { path, read }));
  if (quiet && (json || exitCode === 0))
    for (const notice of shown.warnings) context.printStderr(`${clip(mask(printable(notice)))}\n`);
  if (!willAsk(shown, context)) return exitCode;
  if (!(await isRightAtTerminal(context))) {
    const hint = 'To change it, check with the flags that are named above, or --leave-out HEADER,…';
    context.printStderr(`Nothing was saved: the columns are not settled. ${hint}\n`);
    return exitCode;
  }
  const settled = keepMapping(agreeToNotes(report), read.values, context);
  const next = { what: 'see what a run would change', command: retype('diff', path, read, context) };
  print(mask(`${[...settled, ...renderSteps([next], {})].map(printable).join('\n')}\n`));
  return exitCodeOfCheck({ ...report, ...SETTLED });
}

/** Whether a person sees the screen, and can settle the columns by a yes: which rows count takes more than that. */
function willAsk(
  { unsettled, notes, choice }: CheckReport,
  { json, quiet, stdio, job, options, isAtTerminal }: Context,
): boolean {
  return (
    (unsettled.length > 0 || notes?.message !== undefined) &&
    options['saveMapping'] !== true &&
    choice === undefined &&
    !json &&
    !quiet &&
    job !== undefined &&
    stdio.stdout.isTTY === true &&
    isAtTerminal()
  );
}

async function isRightAtTerminal(context: Context): Promise<boolean> {
  const watch = watchSignals();
  try {
    return await isRight(context, watch.signal);
  } finally {
    watch.stop();
  }
}

/** What is left to ask once columns and notes are saved. */
const SETTLED = { unsettled: [], notes: undefined } as const;

interface Checked {
  readonly path: string;
  readonly read: ReadSettings<typeof CHECK_SETTINGS>;
}

/** What `check` shows on the screen. */
export function renderCheck(
  report: CheckReport & CheckedFees,
  context: Context,
  { path, read }: Checked,
): string {
  const { mask, paint, stdio } = context;
  const facts = toFacts(report, context, retype('check', path, read, context));
  return mask(renderCheckScreen(facts, { paint, width: widthOf(stdio.stdout) }));
}

/** Saves the columns of the sheet for its job, and says so. Errors: `UsageError` if it is not said which job that is. */
export function keepMapping(
  { reading, map, leftOut, notes }: CheckReport,
  values: ValuesOf<typeof CHECK_SETTINGS>,
  context: Context,
): readonly string[] {
  const { options, stdio, job } = context;
  if (job === undefined)
    throw new UsageError(['--save-mapping needs to know whose columns these are; pass --job NAME']);
  const file = configFileOf(context);
  const settings = givenSettings(values, options);
  saveMapping(resolve(stdio.cwd, file), job, { reading, map, leftOut, notes: notes?.settled, settings });
  const flags = Object.keys(settings).map((flag) => `--${flag}`);
  return [
    `The columns are kept in ${file} for the job "${job}"${flags.length === 0 ? '' : `, with ${flags.join(', ')}`}`,
    ...(options['asOf'] === undefined ? [] : ['--as-of is not kept: a run reads the sheet for its own day']),
  ];
}

function configFileOf({ options }: Context): string {
  return textOption(options, 'config') ?? DEFAULT_CONFIG_FILE;
}

/** What was said of the sheet beside its columns, by flag name: without it the columns may not be found again. */
function givenSettings(
  values: ValuesOf<typeof CHECK_SETTINGS>,
  options: Context['options'],
): Readonly<Record<string, string | number>> {
  const settings: readonly (readonly [string, Setting<unknown>])[] = Object.entries(COLUMN_SETTINGS);
  return Object.fromEntries(
    settings.flatMap(([name, { flag, flagOnly }]) => {
      const given = options[name];
      if (given === undefined || flagOnly || name === 'map') return [];
      const value: unknown = values[name as keyof typeof values];
      return [[flag, typeof value === 'number' ? value : String(given)] as const];
    }),
  );
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
const QUOTE_NAMES = { '"': 'double', "'": 'single', none: 'none' } as const;

/** The command as it was typed, without its map. */
function retype(
  command: 'check' | 'diff',
  path: string,
  { flags, layoutFlags }: ReadSettings<typeof CHECK_SETTINGS>,
  { shell }: Context,
): string {
  const { map: _map, ...others } = CHECK_SETTINGS;
  return formatCommand([command, path, ...withoutNewest(layoutFlags), ...keepFlags(flags, others)], shell);
}

function toFacts(report: CheckReport & CheckedFees, context: Context, check: string): CheckFacts {
  const { sheet, counts, first, invalid, ignored, warnings, notices, reading, map, choice } = report;
  const { shell } = context;
  const setsNothing = !FIELDS.some((field) => reading.columns.has(field));
  const pairs = [...map, ...(choice?.map ?? [])];
  const given = pairs.length === 0 ? '' : ` ${formatMapFlag(pairs, shell)}`;
  const chosen = choice?.where === undefined ? '' : ` ${choice.where}`;
  const settle = `${check}${given}${chosen} --save-mapping`;
  return {
    path: sheet.path,
    counts,
    setsNothing,
    facts: [...describeJob(context), ...describeFacts(report), ...describeFeeSettings(report.fees)],
    columns: describeColumns(report, shell),
    leftOut: setsNothing ? [] : describeLeftOut(report, shell),
    questions:
      report.unsettled.length === 0 || willAsk(report, context)
        ? undefined
        : {
            asked: 'A run that nobody watches stops until somebody has settled that this is right',
            steps: [
              {
                what: choice
                  ? 'choose the rows that count, for all runs'
                  : 'if it is, for all runs of this job',
                command: settle,
              },
              { what: 'if not, with what changes it', command: `${check}${given} FLAG… --save-mapping` },
            ],
          },
    first,
    invalid,
    ignored,
    warnings,
    notices,
  };
}

/** The name of the job, and whether the config file has settings for it. */
function describeJob(context: Context): CheckFacts['facts'] {
  const { job, sources } = context;
  if (job === undefined) return [];
  return [['Job', sources.jobs.has(job) ? `${job}, as ${configFileOf(context)} says` : job]];
}

function describeFacts({ reading, packed, changesOn }: CheckReport): CheckFacts['facts'] {
  const { encoding, dialect, dialectBy, table, decimalSigns, asOf } = reading;
  const decimals = [...decimalSigns].map(([field, sign]) => `${field} "${sign}"`).join(', ');
  const delimiter = DELIMITER_NAMES[dialect.delimiter] ?? `"${dialect.delimiter}"`;
  const above = table.above.map(({ line }) => line);
  return [
    ...(packed ? [['Packed', 'gzip'] as const] : []),
    [
      'Encoding',
      `${encoding.encoding.replace(/^utf/, 'UTF')}${encoding.by === 'guessed' ? ', guessed' : ''}`,
    ],
    ['Delimiter', dialectBy === 'sep_line' ? `${delimiter}, as the first line says` : delimiter],
    ['Quotes', QUOTE_NAMES[dialect.quote]],
    ['Header', describeHeader(table)],
    ...(above.length === 0
      ? []
      : [
          [
            'Above it',
            `${count(above.length, 'line that is no row', 'lines that are no rows')}: ${listLines(above)}`,
          ] as const,
        ]),
    ...(decimals === '' ? [] : [['Decimals', decimals] as const]),
    ...(asOf === undefined ? [] : [['Day', describeDay(reading, changesOn)] as const]),
  ];
}

const FIRST_OF = { dmy: 'the day', mdy: 'the month', ymd: 'the year' };

function describeDay({ dateOrder, asOf = 0 }: CheckReport['reading'], changesOn: Day | undefined): string {
  const order = dateOrder ? [`dates have ${FIRST_OF[dateOrder]} first`] : [];
  const change = changesOn === undefined ? [] : [`other rows count from ${formatDay(changesOn)} on`];
  return [formatDay(asOf), ...order, ...change].join('; ');
}

function describeFeeSettings({ perUnit, share }: FeeSettings): CheckFacts['facts'] {
  const said = [
    ...listChannels(perUnit, (cents) => `${formatCents(cents)} a unit`),
    ...listChannels(share, (part) => `${formatShare(part)} % of the price`),
  ];
  return said.length === 0 ? [] : [['Fees', said.join('; ')]];
}

function listChannels<T>(values: ByChannel<T> | undefined, show: (value: T) => string): readonly string[] {
  return entriesOf(values).map(([channel, value]) =>
    channel === undefined ? show(value) : `${show(value)} in channel ${channel}`,
  );
}

function describeHeader({ headerless, headerLine, lastLineAbove }: CheckReport['reading']['table']): string {
  if (headerless) return 'none; columns are named by their letters';
  return lastLineAbove > headerLine ? `lines ${headerLine} and ${lastLineAbove}` : `line ${headerLine}`;
}

const MAX_LINES = 10;

function listLines(lines: readonly number[]): string {
  return `${lines.slice(0, MAX_LINES).join(', ')}${lines.length > MAX_LINES ? ', …' : ''}`;
}
