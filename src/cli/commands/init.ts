import * as disk from 'node:fs';
import { basename } from 'node:path';
import { checkSheet } from '../../api/stories/check-sheet.ts';
import { InterruptedError, UsageError } from '../../domain/errors.ts';
import { writeNew } from '../../run/disk/write-new.ts';
import { orDiskError } from '../../settings/or-disk-error.ts';
import { renderDotenv } from '../../settings/render-dotenv.ts';
import { ADDRESS } from '../../settings/sandbox-dotenv.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { type Context, createContext } from '../context/context.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { watchSignals } from '../terminal/watch-signals.ts';
import { agreeToNotes, settleColumns } from './check/settle-columns.ts';
import { keepMapping, renderCheck } from './check.ts';
import { askAnswers } from './init/ask-answers.ts';
import { conclude } from './init/conclude.ts';
import { findMachine } from './init/find-machine.ts';
import { readGivenAccount, withoutAccount } from './init/given-account.ts';
import { isThere, judgeConfig, judgeDotenv, keepCommand, refuseProblems } from './init/judge-present.ts';

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
  const isShown =
    !isConfigThere &&
    (await settleColumns(report, caller, {
      signal,
      command: keepCommand(caller, answers.sheet),
      screen: () => renderCheck(report, caller, checked),
    }));
  const agreed = isShown ? agreeToNotes(report) : report;
  if (signal.aborted) throw signal.reason;
  const saved = isConfigThere ? [] : keepMapping(agreed, read.values, caller);
  if (!isDotenvThere) writeDotenv(sources.dotenvPath, account);
  return conclude({
    ...checked,
    report: { ...agreed, unsettled: [], notices: [...report.notices, ...saved] },
    sheet: answers.sheet,
    isShown,
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
