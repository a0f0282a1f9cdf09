import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, extname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { checkSheet, describeCheck, exitCodeOfCheck } from '../../api/stories/check-sheet.ts';
import { InterruptedError, UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import { PACKAGE_FOLDER } from '../../package/package-folder.ts';
import { renderSchedule } from '../../report/screen/render-schedule.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { printable } from '../../report/text/printable.ts';
import { dateInName, isPattern, jobNameOf } from '../../run/sheet/find-newest.ts';
import { INIT_SETTINGS } from '../../settings/command-settings.ts';
import { givenFlags } from '../../settings/given-flags.ts';
import { baseUrl } from '../../settings/parse-setting.ts';
import { readApiKey } from '../../settings/read-api-key.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Sources } from '../../settings/read-sources.ts';
import { KEY, KEY_FILE } from '../../settings/setting.ts';
import { FILE_SETTINGS, READING_SETTINGS, SETTINGS } from '../../settings/settings.ts';
import { ADDRESS, renderDotenv, writeNewDotenv } from '../../settings/write-dotenv.ts';
import { type Context, createContext } from '../context/context.ts';
import { askLine } from '../terminal/ask.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { withSignals } from '../terminal/watch-signals.ts';
import {
  agreeToNotes,
  describeCheckFailure,
  givenSettings,
  keepMapping,
  renderCheck,
  settleColumns,
} from './check.ts';
import { concludeChecks, examine, listOdd, renderFindings } from './doctor.ts';

const GO_ON = 'Run it again: it goes on with the files that are there';

/** Writes `.env`, and the columns of the sheet into the config file, checks both, and shows how to run it every night. */
export async function runInit(sheet: string, context: Context): Promise<number> {
  try {
    return await withSignals((signal) => setUp(sheet, context, signal));
  } catch (error) {
    throw error instanceof InterruptedError ? new InterruptedError(error.signal, GO_ON) : error;
  }
}

type Variables = Readonly<Record<string, string>>;

/** Nothing is written before everything is known and the sheet was read, but what somebody has typed is kept whatever becomes of the columns. */
async function setUp(sheet: string, context: Context, signal: AbortSignal): Promise<number> {
  if (sheet === '-')
    throw new UsageError(['init needs the file of a sheet: standard input is not there at night']);
  const { dotenvPath } = context.sources;
  const account = isThere(dotenvPath) ? keepAccount(context) : await findAccount(context, signal);
  const checked = await checkSheet(sheet, contextWith(account ?? {}, context, sheet));
  const { report, read, caller } = checked;
  const isShown = await settleColumns(report, caller, signal).catch((error: unknown) => {
    if (account && context.isAtTerminal()) {
      writeDotenv(dotenvPath, account);
      context.printStderr(`${nameFile({ path: dotenvPath, written: true })}\n`);
    }
    throw error;
  });
  const agreed = isShown ? agreeToNotes(report) : report;
  if (signal.aborted) throw signal.reason;
  // The config file has the columns of the job, and no flag says anything else.
  const kept = caller.sources.jobs.get(caller.job ?? '');
  const isGiven = Object.keys(givenSettings(read.values, caller.options)).length > 0;
  const isKept = !isShown && !isGiven && kept?.[SETTINGS.map.key] !== undefined;
  if (!isKept) keepMapping(agreed, read.values, caller);
  if (account) writeDotenv(dotenvPath, account);
  return conclude({
    ...checked,
    report: { ...agreed, unsettled: [] },
    sheet,
    isShown,
    context: contextWith({}, context, sheet),
    files: [
      { path: dotenvPath, written: account !== undefined },
      { path: caller.sources.configPath, written: !isKept },
    ],
  });
}

/** Whether something has that name; a link that leads nowhere does too. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A `.env` that is there stays as it is; whether it is enough is seen when all is checked. Errors: `UsageError`. */
function keepAccount({ sources: { flags, dotenvPath } }: Context): undefined {
  if (flags['baseUrl'] === undefined) return undefined;
  throw new UsageError(
    [`"${basename(dotenvPath)}" is there already and is not changed: leave --base-url out`],
    {
      hint: `Change ${ADDRESS} there, or name another file with --dotenv`,
    },
  );
}

interface Answer {
  readonly question: string;
  readonly isSecret: boolean;
  /** How to give it without being asked. */
  readonly instead: string;
  /** What is wrong with it, without repeating it: it may be the key. */
  readonly whyNot: (answer: string, sources: Sources) => string | undefined;
}

const ADDRESS_ANSWER: Answer = {
  question: 'Address of the service (https://…):',
  isSecret: false,
  instead: `Pass --base-url, the address of the service, for example --base-url ${SETTINGS.baseUrl.required}`,
  whyNot: (answer) => {
    const parsed = baseUrl(answer);
    return parsed.ok ? undefined : `That ${parsed.why}`;
  },
};

const KEY_ANSWER: Answer = {
  question: 'Key of the account (it is not shown):',
  isSecret: true,
  instead: `Set ${KEY_FILE} in the environment to the name of a file that holds the key of the account, or ${KEY} to the key itself`,
  whyNot: (answer, sources) =>
    readApiKey({ ...sources, env: { values: { [KEY]: answer }, nameOf: () => 'That' } }).problems[0],
};

/**
 * The variables of the account, from flags and environment, or else from the person at the terminal.
 *
 * Errors: `UsageError` for what can't be used, or if nobody can be asked; `InterruptedError`.
 */
async function findAccount(context: Context, signal: AbortSignal): Promise<Variables> {
  const { sources } = context;
  const isConfigured =
    sources.config.values[SETTINGS.baseUrl.key] !== undefined &&
    (sources.flags['baseUrl'] ?? sources.env.values[ADDRESS]) === undefined;
  const { baseUrl: given } = readSettings(INIT_SETTINGS, sources).values;
  const { apiKey, problems, isMissing } = readApiKey(sources);
  if (!apiKey && !isMissing) throw new UsageError(problems);
  const missing = [...(given === undefined ? [ADDRESS_ANSWER] : []), ...(isMissing ? [KEY_ANSWER] : [])];
  if (missing.length > 0 && !context.isAtTerminal()) throw cannotGoOn(missing);
  const address = given ?? (await askUntilRight(ADDRESS_ANSWER, context, signal));
  const file = sources.env.values[KEY_FILE];
  return {
    ...(isConfigured ? {} : { [ADDRESS]: address }),
    ...(file
      ? { [KEY_FILE]: resolve(sources.cwd, file) }
      : { [KEY]: apiKey?.reveal() ?? (await askUntilRight(KEY_ANSWER, context, signal)) }),
  };
}

function cannotGoOn(missing: readonly Answer[]): UsageError {
  const title = 'Answers are missing, and without a terminal nothing is asked';
  return new UsageError(
    missing.map(({ instead }) => instead),
    { title },
  );
}

async function askUntilRight(wanted: Answer, context: Context, signal: AbortSignal): Promise<string> {
  const { sources, stdio, printStderr } = context;
  const { stdin, stderr } = stdio;
  const { question, isSecret, whyNot } = wanted;
  const complain = (answer: string) => (answer === '' ? '' : whyNot(answer, sources));
  const answer = await askLine(question, { stdin, stderr, isSecret, complain }, signal);
  if (answer !== undefined) return answer;
  printStderr('\n');
  throw cannotGoOn([wanted]);
}

/** The same command, with these variables and the files as they are now, as a scheduled job has them. */
function contextWith(account: Variables, { options, stdio }: Context, sheet: string): Context {
  const { baseUrl: _baseUrl, ...others } = options;
  const { [ADDRESS]: _address, [KEY]: _key, [KEY_FILE]: _file, ...env } = stdio.env;
  const value = { ...env, ...account };
  return createContext(others, Object.create(stdio, { env: { value } }) as Stdio, {
    sheet,
    makesFiles: true,
  });
}

/** Errors: `UsageError` if somebody else has written it meanwhile; `DiskError`. */
function writeDotenv(path: string, account: Variables): void {
  if (writeNewDotenv(path, renderDotenv(account))) return;
  throw new UsageError([`"${basename(path)}" was written by somebody else meanwhile, and is not changed`], {
    hint: GO_ON,
  });
}

interface SetUpFile {
  readonly path: string;
  readonly written: boolean;
}

function nameFile({ path, written }: SetUpFile): string {
  return `${written ? 'Written' : 'There already'}: ${printable(basename(path))}`;
}

interface Done extends Awaited<ReturnType<typeof checkSheet<Context>>> {
  readonly sheet: string;
  readonly context: Context;
  /** The sheet was on screen before its question. */
  readonly isShown: boolean;
  readonly files: readonly SetUpFile[];
}

const { newest, maxAge } = FILE_SETTINGS;
const LASTING = { newest, maxAge, job: READING_SETTINGS.job };

/** Checks what is there now, and shows it with what is next. */
async function conclude(done: Done): Promise<number> {
  const { context, report, caller, sheet, files } = done;
  const { quiet, stdio, shell } = context;
  const diagnosis = await examine(context);
  const checkCode = exitCodeOfCheck(report);
  const isSetUp = diagnosis.exit_code === EXIT.done;
  const exitCode = isSetUp ? checkCode : diagnosis.exit_code;
  // The flags that every run of the job needs: what the config file has is not among them.
  const flags = givenFlags(LASTING, caller.options);
  const program = pathsOfProgram(stdio.env);
  const scheduler = process.platform === 'win32' ? 'task' : 'cron';
  const schedule = renderSchedule({
    scheduler,
    program,
    name: `pricesheet-${(caller.job ?? 'job').replace(/[^\w-]+/g, '-')}`,
    folder: stdio.cwd,
    words: ['sync', sheet.startsWith('-') ? `./${sheet}` : sheet, ...flags],
  });
  const notes = [...schedule.notes, ...noticeDate(sheet, shell), ...noticeNight(stdio.env, program)];
  const next = formatCommand(['diff', sheet, ...flags], shell);
  const isReady = isSetUp && !report.wouldStop && report.notes?.message === undefined;
  const odd = listOdd(diagnosis.checks);
  const findings = renderFindings(
    quiet ? odd : diagnosis.checks.filter((each) => odd.includes(each) || each.check === 'service'),
    context,
  );
  const check = renderCheck(report, caller).trimEnd();
  const again = formatCommand(['init', sheet, ...flags], shell);
  const fixFirst = [`Runs will fail until the problems above are fixed. Then go on with: ${again}`];
  const steps = schedule.steps.map(({ about, text }) => [
    `Send that plan first. Then, to run it every night, ${about}. It stops a night that would update more than 20 % of the rows:`,
    // Lines to copy are neither wrapped nor indented.
    text,
  ]);
  const blocks = quiet
    ? [findings, checkCode === EXIT.done ? [] : [check]]
    : [
        ...[files.map(nameFile), done.isShown ? [] : [check], findings],
        ...(isReady ? [[`See what would change; this sends nothing: ${next}`], ...steps, notes] : [fixFirst]),
      ];
  return context.answer({
    exitCode,
    reason: isSetUp ? printable(describeCheckFailure(report)) : concludeChecks(diagnosis),
    document: {
      ...{ version: 1, exit_code: exitCode },
      files,
      doctor: diagnosis,
      check: describeCheck(report, caller),
      next,
      schedule: { scheduler, steps: schedule.steps, notes },
    },
    text: () => {
      const shown = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
      return shown.length === 0 ? '' : `${shown.join('\n\n')}\n`;
    },
  });
}

/** A file that has another name each night is found by a pattern. */
function* noticeDate(sheet: string, shell: Shell): Generator<string> {
  const [job, name] = [jobNameOf(sheet), basename(sheet)];
  if (job === undefined || isPattern(sheet) || !dateInName(name) || !name.startsWith(job)) return;
  const pattern = quoteWord(join(dirname(sheet), `${job}*${extname(name)}`), shell);
  yield `The name of the file has a date: for one that is new each night, write ${pattern} --newest in its place`;
}

/** Variables that runs use and that a scheduled job does not have, unless somebody sets them there too. */
const OF_THE_SHELL = [
  ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'XDG_STATE_HOME'],
] as const;

function* noticeNight(env: Stdio['env'], program: readonly string[]): Generator<string> {
  const named = OF_THE_SHELL.filter((name) => env[name]).join(', ');
  if (named !== '')
    yield `A scheduled job does not have the variables of this shell; set there too: ${named}`;
  if (program.some((word) => /[\\/]_npx[\\/]/.test(word)))
    yield 'This is a copy in the cache of npx, which may be deleted: install pricesheet before you schedule it';
}

/** What starts this program. Absolute. */
export function pathsOfProgram(env: Stdio['env']): readonly string[] {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const script = fileURLToPath(new URL('dist/bin.cjs', PACKAGE_FOLDER));
  const node = process.platform === 'win32' ? 'node.exe' : 'node';
  return [nameThatLasts(process.execPath, node, folders), nameThatLasts(script, 'pricesheet', folders)];
}

/** The link to it in `PATH`, which an update of the program leaves in place; without one, the file itself. */
function nameThatLasts(path: string, name: string, folders: readonly string[]): string {
  const realPathOf = (file: string) => (existsSync(file) ? realpathSync(file) : undefined);
  const target = realPathOf(path);
  const links = folders.map((folder) => join(folder, name));
  return links.find((link) => target !== undefined && realPathOf(link) === target) ?? path;
}
