import * as disk from 'node:fs';
import { basename } from 'node:path';
import { checkSheet } from '../../api/stories/check-sheet.ts';
import { describeCheck } from '../../api/stories/describe-check.ts';
import { exitCodeOfCheck } from '../../api/stories/exit-code-of-check.ts';
import { InterruptedError, UsageError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { describeDiagnosis, renderDoctor } from '../../report/screen/render-doctor.ts';
import { renderSchedule } from '../../report/screen/schedule/render-schedule.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { printable } from '../../report/text/printable.ts';
import { writeNew } from '../../run/disk/write-new.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { keepFlags } from '../../settings/keep-flags.ts';
import { orDiskError } from '../../settings/or-disk-error.ts';
import type { ReadSettings } from '../../settings/read-settings.ts';
import { renderDotenv } from '../../settings/render-dotenv.ts';
import { ADDRESS } from '../../settings/sandbox-dotenv.ts';
import type { SettingTable } from '../../settings/setting.ts';
import { FILE_SETTINGS, READING_SETTINGS, SETTINGS } from '../../settings/settings.ts';
import { type Context, createContext } from '../context/context.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { watchSignals } from '../terminal/watch-signals.ts';
import { widthOf } from '../terminal/width-of.ts';
import { keepMapping, renderCheck } from './check.ts';
import { examine } from './doctor.ts';
import { askAnswers } from './init/ask-answers.ts';
import { findMachine } from './init/find-machine.ts';
import { readGivenAccount, withoutAccount } from './init/given-account.ts';
import { isThere, judgeConfig, judgeDotenv, refuseProblems } from './init/judge-present.ts';
import { renderInit } from './init/render-init.ts';
import { settleColumns } from './init/settle-columns.ts';

const GO_ON = 'Run it again: it goes on with the files that are there';

/** Writes the files of settings that are not there, checks all of them and the sheet, and shows how to run it every night. */
export async function runInit(sheet: string, context: Context): Promise<number> {
  const watch = watchSignals();
  try {
    return await setUp(sheet, context, watch.signal);
  } catch (error) {
    throw error instanceof InterruptedError ? new InterruptedError(error.signal, GO_ON) : error;
  } finally {
    watch.stop();
  }
}

/** Nothing is written before everything is known and the sheet was read. */
async function setUp(sheet: string, context: Context, signal: AbortSignal): Promise<number> {
  const { sources, stdio } = context;
  if (sheet === '-')
    throw new UsageError(['init needs the file of a sheet: standard input is not there at night']);
  const given = readGivenAccount(sources);
  refuseProblems([...judgeDotenv(sources, given), ...(sheet === '' ? [] : judgeConfig(context, sheet))]);
  const isDotenvThere = isThere(sources.dotenvPath);
  const hasAddress = sources.config.values[SETTINGS.baseUrl.flag] !== undefined;
  const answers = await askAnswers(
    {
      address: given.address ?? (isDotenvThere || hasAddress ? null : undefined),
      key: given.key ?? (isDotenvThere ? null : undefined),
      sheet: sheet === '' ? undefined : sheet,
    },
    context,
    signal,
  );
  const account = {
    ...(answers.address === null ? {} : { [ADDRESS]: answers.address }),
    ...(answers.key === null ? {} : { [answers.key.variable]: answers.key.value }),
  };
  const asked = contextWith(account, context, answers.sheet);
  const checked = await checkSheet(answers.sheet, asked);
  const { report, read, caller } = checked;
  refuseProblems(judgeConfig(caller, answers.sheet));
  const isConfigThere = isThere(sources.configPath);
  if (!isConfigThere) await settleColumns(report, caller, signal);
  if (signal.aborted) throw signal.reason;
  const saved = isConfigThere ? [] : keepMapping(report, read.values, caller);
  if (!isDotenvThere) writeDotenv(sources.dotenvPath, account);
  return conclude({
    ...checked,
    report: { ...report, questions: [], notices: [...report.notices, ...saved] },
    sheet: answers.sheet,
    context: contextWith({}, context, answers.sheet),
    files: [
      { name: basename(sources.dotenvPath), path: sources.dotenvPath, written: !isDotenvThere },
      { name: basename(sources.configPath), path: sources.configPath, written: !isConfigThere },
    ],
    machine: { ...findMachine(stdio.env), ...(given.scheduler && { scheduler: given.scheduler }) },
  });
}

/** The same command, with these variables and the files as they are now, as a scheduled job has them. */
function contextWith(
  account: Readonly<Record<string, string>>,
  { options, stdio }: Context,
  sheet: string,
): Context {
  const { baseUrl: _baseUrl, keyFile: _keyFile, schedule: _schedule, ...others } = options;
  const env = { value: { ...withoutAccount(stdio.env), ...account } };
  return createContext(others, Object.create(stdio, { env }) as Stdio, { sheet, makesFiles: true });
}

/** Errors: `UsageError` if somebody else has written it meanwhile; `DiskError`. */
function writeDotenv(path: string, account: Readonly<Record<string, string>>): void {
  const text = renderDotenv(account);
  if (orDiskError(path, () => writeNew(path, [text], disk))) return;
  throw new UsageError([`"${basename(path)}" was written by somebody else meanwhile, and is not changed`], {
    hint: GO_ON,
  });
}

interface Done extends Awaited<ReturnType<typeof checkSheet<Context>>> {
  readonly sheet: string;
  readonly context: Context;
  readonly files: readonly { readonly name: string; readonly path: string; readonly written: boolean }[];
  readonly machine: ReturnType<typeof findMachine>;
}

/** Checks what is there now, and shows it. */
async function conclude({
  context,
  report,
  read,
  caller,
  path,
  sheet,
  files,
  machine,
}: Done): Promise<number> {
  const { json, quiet, verbose, paint, print, mask, stdio } = context;
  const diagnosis = await examine(context);
  const checkCode = exitCodeOfCheck(report);
  const isReady = diagnosis.exitCode === EXIT.done;
  const exitCode = isReady ? checkCode : diagnosis.exitCode;
  const flags = lastingFlags(read);
  const subject = sheet.startsWith('-') ? `./${sheet}` : sheet;
  const schedule = renderSchedule({
    ...machine,
    name: `pricesheet-${(caller.job ?? 'job').replace(/[^\w-]+/g, '-')}`,
    folder: stdio.cwd,
    words: ['sync', subject, ...flags],
  });
  const notes = [...schedule.notes, ...noticeNight(stdio.env, machine.program)];
  const next = formatCommand(['diff', sheet, ...flags], context.shell);
  const shown = { ...report, exitCode: checkCode };
  if (json) {
    const document = {
      version: 1,
      exit_code: exitCode,
      files: files.map(({ path: file, written }) => ({ path: file, written })),
      doctor: describeDiagnosis(diagnosis),
      check: describeCheck(shown, caller),
      next,
      schedule: { scheduler: machine.scheduler, steps: schedule.steps, notes },
    };
    print(mask(`${toJsonText(document, 2)}\n`));
    return exitCode;
  }
  const doctor = renderDoctor(diagnosis, { paint, quiet, verbose, width: widthOf(stdio.stdout) });
  const check = renderCheck(shown, caller, { path, read });
  if (quiet) print(mask(doctor + (checkCode === EXIT.done ? '' : check)));
  else
    print(
      mask(
        renderInit({
          files: files.map(({ name, written }) => ({ name: printable(name), written })),
          doctor,
          check,
          next,
          again: formatCommand(['init', sheet, ...flags], context.shell),
          isReady,
          schedule: { ...schedule, notes },
        }),
      ),
    );
  return exitCode;
}

/** The flags that every run of the job needs: what the config file has is not among them. */
function lastingFlags({ flags, layoutFlags }: Pick<ReadSettings<SettingTable>, 'flags' | 'layoutFlags'>) {
  const { newest, maxAge } = FILE_SETTINGS;
  const { job } = READING_SETTINGS;
  return [...keepFlags(layoutFlags, { newest, maxAge }), ...keepFlags(flags, { job })];
}

/** Variables that runs use and that a scheduled job does not have, unless somebody sets them there too. */
const OF_THE_SHELL = [
  ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'XDG_STATE_HOME'],
] as const;

function noticeNight(env: Stdio['env'], program: readonly string[]): readonly string[] {
  const named = OF_THE_SHELL.filter((name) => env[name]);
  return [
    ...(named.length > 0
      ? [`A scheduled job does not have the variables of this shell; set there too: ${named.join(', ')}`]
      : []),
    ...(program.some((word) => /[\\/]_npx[\\/]/.test(word))
      ? [
          'This is a copy in the cache of npx, which may be deleted: install pricesheet before you schedule it',
        ]
      : []),
  ];
}
