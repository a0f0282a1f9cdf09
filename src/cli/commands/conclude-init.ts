import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type checkSheet, describeCheck, exitCodeOfCheck } from '../../api/stories/check-sheet.ts';
import { PACKAGE_FOLDER } from '../../package/package-folder.ts';
import type { Scheduler } from '../../report/screen/schedule/nightly-job.ts';
import { renderSchedule } from '../../report/screen/schedule/render-schedule.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { printable } from '../../report/text/printable.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { keepFlags } from '../../settings/given-flags.ts';
import type { ReadSettings } from '../../settings/read-settings.ts';
import type { SettingTable } from '../../settings/setting.ts';
import { FILE_SETTINGS, READING_SETTINGS } from '../../settings/settings.ts';
import type { Context } from '../context/context.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { widthOf } from '../terminal/width-of.ts';
import { describeCheckFailure, renderCheck } from './check.ts';
import { concludeChecks, examine, renderDoctor } from './doctor.ts';

interface Done extends Awaited<ReturnType<typeof checkSheet<Context>>> {
  readonly sheet: string;
  readonly context: Context;
  /** The sheet was on screen before its question. */
  readonly isShown: boolean;
  readonly files: readonly { readonly name: string; readonly path: string; readonly written: boolean }[];
}

/** Checks what is there now, and shows it with what is next. */
export async function conclude({
  context,
  isShown,
  report,
  read,
  caller,
  path,
  sheet,
  files,
}: Done): Promise<number> {
  const { quiet, verbose, paint, stdio, shell } = context;
  const machine = findMachine(stdio.env);
  const diagnosis = await examine(context);
  const checkCode = exitCodeOfCheck(report);
  const isSetUp = diagnosis.exit_code === EXIT.done;
  const exitCode = isSetUp ? checkCode : diagnosis.exit_code;
  const flags = lastingFlags(read);
  const subject = sheet.startsWith('-') ? `./${sheet}` : sheet;
  const { steps, ...schedule } = renderSchedule({
    ...machine,
    name: `pricesheet-${(caller.job ?? 'job').replace(/[^\w-]+/g, '-')}`,
    folder: stdio.cwd,
    words: ['sync', subject, ...flags],
  });
  const notes = [...schedule.notes, ...noticeNight(stdio.env, machine.program)];
  const next = formatCommand(['diff', sheet, ...flags], shell);
  const doctor = renderDoctor(diagnosis, { paint, quiet, verbose, width: widthOf(stdio.stdout) });
  const check = renderCheck(report, caller, { path, read });
  const isReady = isSetUp && !report.wouldStop && report.notes?.message === undefined;
  // Lines to copy are neither wrapped nor indented.
  const nightly = [
    'Every night:',
    ...steps.flatMap(({ about, text }) => ['', `${about}:`, '', text]),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ];
  const blocks = [
    files.map(({ name, written }) => `${written ? 'Written' : 'There already'}: ${printable(name)}`),
    [doctor.trimEnd()],
    ...(isShown ? [] : [[check.trimEnd()]]),
    ...(isReady
      ? [[`See what would change; this sends nothing: ${next}`], nightly]
      : [
          [
            `Runs will fail until the problems above are fixed. Then go on with: ${formatCommand(['init', sheet, ...flags], shell)}`,
          ],
        ]),
  ];
  return context.answer({
    exitCode,
    reason: isSetUp ? printable(describeCheckFailure(report)) : concludeChecks(diagnosis),
    document: {
      ...{ version: 1, exit_code: exitCode },
      files: files.map(({ path: file, written }) => ({ path: file, written })),
      doctor: diagnosis,
      check: describeCheck(report, caller),
      next,
      schedule: { scheduler: machine.scheduler, steps, notes },
    },
    text: () => {
      if (quiet) return doctor + (checkCode === EXIT.done ? '' : check);
      return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
    },
  });
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

interface Machine {
  readonly scheduler: Scheduler;
  readonly user: string;
  /** What starts this program. Absolute. */
  readonly program: readonly string[];
}

/** What this machine has to run a job every night with. */
export function findMachine(env: Stdio['env']): Machine {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const script = fileURLToPath(new URL('dist/bin.cjs', PACKAGE_FOLDER));
  return {
    scheduler: findScheduler(),
    user: userName(env),
    program: [
      nameThatLasts(process.execPath, { folders, name: `node${suffix}` }),
      nameThatLasts(script, { folders, name: 'pricesheet' }),
    ],
  };
}

/** Source: sd_booted(3). */
function findScheduler(): Scheduler {
  if (process.platform === 'win32') return 'task';
  return existsSync('/run/systemd/system') ? 'systemd' : 'cron';
}

function userName(env: Stdio['env']): string {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] ?? 'root';
  }
}

interface Place {
  readonly folders: readonly string[];
  readonly name: string;
}

/** The link to it in `PATH`, which an update of the program leaves in place; without one, the file itself. */
function nameThatLasts(path: string, { folders, name }: Place): string {
  const target = realPathOf(path);
  const links = folders.map((folder) => join(folder, name));
  return links.find((link) => target !== undefined && realPathOf(link) === target) ?? path;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
