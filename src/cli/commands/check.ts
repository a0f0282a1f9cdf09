import { withoutNewest } from '../../api/request/choose-sheet.ts';
import { checkSheet, describeCheck, exitCodeOfCheck } from '../../api/stories/check-sheet.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { renderSteps, type Step } from '../../report/screen/render-steps.ts';
import { clip } from '../../report/text/clip.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { printable } from '../../report/text/printable.ts';
import { count } from '../../report/text/words.ts';
import type { CheckReport } from '../../run/check.ts';
import { withOpenNotes } from '../../run/sheet/judge-notes.ts';
import { saveMapping } from '../../run/sheet/save-mapping.ts';
import { describeColumn } from '../../run/sheet/unsettled-columns.ts';
import { CHECK_SETTINGS, COLUMN_SETTINGS } from '../../settings/command-settings.ts';
import { keepFlags } from '../../settings/given-flags.ts';
import type { ReadSettings } from '../../settings/read-settings.ts';
import type { Setting, ValuesOf } from '../../settings/setting.ts';
import { formatMapFlag } from '../../sheet/header/format-map-flag.ts';
import type { Context } from '../context/context.ts';
import { ask } from '../terminal/ask.ts';
import { withSignals } from '../terminal/watch-signals.ts';
import { widthOf } from '../terminal/width-of.ts';
import { renderCheckScreen } from './show-check.ts';

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
    text: () => renderCheck(shown, context, { path, read }),
    mayBeQuiet: true,
  });
  if (quiet && !json && exitCode === 0)
    for (const notice of shown.warnings) context.note(clip(mask(printable(notice))));
  if (!willAsk(shown, context)) return exitCode;
  if (!(await withSignals((signal) => isRight(context, signal)))) {
    const hint = 'To change it, check with the flags that are named above, or --leave-out HEADER,…';
    context.printStderr(`Nothing was saved: the columns are not settled. ${hint}\n`);
    return exitCode;
  }
  const settled = keepMapping(agreeToNotes(report), read.values, context);
  const next = { what: 'see what a run would change', command: retype('diff', path, read, context) };
  print(mask(`${[...settled, ...renderSteps([next], {})].map(printable).join('\n')}\n`));
  return exitCodeOfCheck({ ...report, ...SETTLED });
}

/** The screen has the rows and columns. */
export function describeCheckFailure({ unsettled, counts, warnings: [warning] }: CheckReport): string {
  if (unsettled.length > 0) return 'Nobody has settled how the sheet is to be read';
  if (counts.invalid > 0) return count(counts.invalid, 'row is invalid', 'rows are invalid');
  return warning ?? 'No row can be used';
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

/** What is left to ask once columns and notes are saved. */
const SETTLED = { unsettled: [], notes: undefined } as const;

interface Checked {
  readonly path: string;
  readonly read: ReadSettings<typeof CHECK_SETTINGS>;
}

/** What `check` shows on the screen. */
export function renderCheck(report: CheckReport, context: Context, { path, read }: Checked): string {
  const { mask, paint, stdio, shell, job, sources } = context;
  const isKept = job !== undefined && sources.jobs.has(job);
  const toSettle = willAsk(report, context)
    ? []
    : listToSettle(report, retype('check', path, read, context), shell);
  return mask(
    renderCheckScreen(report, {
      ...{ paint, width: widthOf(stdio.stdout), shell, toSettle },
      job: isKept ? `${job}, as ${sources.configName} says` : job,
    }),
  );
}

/** The commands that settle the columns that nobody has settled. */
function listToSettle({ unsettled, map, choice }: CheckReport, check: string, shell: Shell): readonly Step[] {
  if (unsettled.length === 0) return [];
  const pairs = [...map, ...(choice?.map ?? [])];
  const given = pairs.length === 0 ? check : `${check} ${formatMapFlag(pairs, shell)}`;
  const chosen = choice?.where === undefined ? given : `${given} ${choice.where}`;
  const what = choice ? 'choose the rows that count, for all runs' : 'if it is, for all runs of this job';
  return [
    { what, command: `${chosen} --save-mapping` },
    { what: 'if not, with what changes it', command: `${given} FLAG… --save-mapping` },
  ];
}

/** Saves the columns of the sheet for its job, and says so. Errors: `UsageError` if it is not said which job that is. */
export function keepMapping(
  { reading, map, leftOut, notes }: CheckReport,
  values: ValuesOf<typeof CHECK_SETTINGS>,
  context: Context,
): readonly string[] {
  const { options, sources, job } = context;
  const { configName, configPath } = sources;
  if (job === undefined)
    throw new UsageError(['--save-mapping needs to know whose columns these are; pass --job NAME']);
  const { map: _map, ...settings } = givenSettings(values, options);
  saveMapping(configPath, job, { reading, map, leftOut, notes: notes?.settled, settings });
  const flags = Object.keys(settings).map((key) => `--${key}`);
  return [
    `The columns are kept in ${configName} for the job "${job}"${flags.length === 0 ? '' : `, with ${flags.join(', ')}`}`,
    ...(options['asOf'] === undefined ? [] : ['--as-of is not kept: a run reads the sheet for its own day']),
  ];
}

/** What flags say of the sheet, by key: without it the columns may not be found again. */
export function givenSettings(
  values: ValuesOf<typeof CHECK_SETTINGS>,
  options: Context['options'],
): Readonly<Record<string, string | number>> {
  const settings: readonly (readonly [string, Setting<unknown>])[] = Object.entries(COLUMN_SETTINGS);
  return Object.fromEntries(
    settings.flatMap(([name, { key, from }]) => {
      const given = options[name];
      if (given === undefined || from) return [];
      const value: unknown = values[name as keyof typeof values];
      return [[key, typeof value === 'number' ? value : String(given)] as const];
    }),
  );
}

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

interface Settling {
  readonly signal: AbortSignal;
  /** Keeps the columns as they are. */
  readonly command: string;
  readonly screen: () => string;
}

/**
 * Has a person confirm the columns and notes that nobody has settled yet, on the screen that shows them, before they are saved for every
 * run. Returns whether there was anything to show. Notes that nobody can be asked about stay open.
 *
 * Errors: `UsageError` if they are not confirmed, or nobody can be asked about the columns; `InterruptedError`.
 */
export async function settleColumns(
  { unsettled, notes }: Pick<CheckReport, 'unsettled' | 'notes'>,
  context: Context,
  { signal, command, screen }: Settling,
): Promise<boolean> {
  const { mask, printStderr } = context;
  const isAskable = context.isAtTerminal();
  if (unsettled.length === 0 && !(isAskable && notes?.message !== undefined)) return false;
  if (!isAskable)
    throw new UsageError(
      unsettled.map((column) => mask(describeColumn(column))),
      {
        title: 'Nobody has settled what these columns say about the amounts',
        hint: `If they are right as they are, settle them with "${command}", and run this again; without --save-mapping it shows how each can be used`,
      },
    );
  printStderr(`${screen()}\n`);
  if (await isRight(context, signal)) return true;
  throw new UsageError(['Nothing was written: the columns are not settled'], {
    hint: 'Pass the flags that are named above for columns that are to be used',
  });
}

/** Asks whether columns and notes are settled by what the screen shows of them. */
export function isRight({ stdio: { stdin, stderr }, job }: Context, signal: AbortSignal): Promise<boolean> {
  const question = printable(`Is that right for every run of the job "${job}"?`);
  return ask(question, { stdin, stderr, toDo: 'save it' }, signal);
}

/** As it is once somebody has said that the lines beside the table change no amount. */
export function agreeToNotes<T extends CheckReport>(report: T): T {
  const { notes } = report;
  return { ...report, notes: notes && { message: undefined, open: [], settled: withOpenNotes(notes) } };
}
