import * as systemDisk from 'node:fs';
import { dirname, resolve } from 'node:path';
import { lockFolderOf } from '../../api/ports/lock-folder.ts';
import { systemClock } from '../../api/ports/system-clock.ts';
import { toServiceOptions } from '../../api/request/service-options.ts';
import { UsageError } from '../../domain/errors.ts';
import { FIELDS } from '../../domain/fields.ts';
import type { Redact } from '../../domain/secret.ts';
import { renderExportScreen, renderExportSummary } from '../../report/screen/render-export-screen.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { withDiskErrors } from '../../run/disk/with-disk-errors.ts';
import { writeWhole } from '../../run/disk/write-whole.ts';
import { type Export, type ExportOptions, exportAccount } from '../../run/export.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { openTransport } from '../../service/transport.ts';
import { EXPORT_SETTINGS } from '../../settings/export-settings.ts';
import { readLeniently, readServiceSettings } from '../../settings/read-settings.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import { READING_SETTINGS } from '../../settings/settings.ts';
import type { Context } from '../context/context.ts';
import { createProgress } from '../terminal/create-progress.ts';
import { watchSignals } from '../terminal/watch-signals.ts';
import { writeOut } from '../terminal/write-out.ts';
import { createScreenLog } from './screen-log.ts';

export async function runExport(context: Context): Promise<number> {
  const { sources, stdio, quiet, verbose, printStderr, options } = context;
  const { values, apiKey, proxy } = readServiceSettings(EXPORT_SETTINGS, sources);
  const out = values.out === '-' ? undefined : values.out;
  const path = out === undefined ? undefined : resolve(stdio.cwd, out);
  const mayReplace = options['force'] === true;
  refuseExisting({ path, out, mayReplace });
  const progress = quiet
    ? undefined
    : createProgress({ stream: stdio.stderr, clock: systemClock, folder: () => '' });
  const watch = watchSignals();
  try {
    const exported = await exportAccount(
      toExportOptions(values, toServiceOptions(values, { apiKey, proxy }, 'empty')),
      {
        clock: systemClock,
        random: Math.random,
        disk: systemDisk,
        openTransport,
        signal: watch.signal,
        locks: { folder: lockFolderOf(stdio.env) },
        log: verbose ? createScreenLog(printStderr, apiKey.redact) : undefined,
        onProgress: progress?.onProgress ?? (() => {}),
      },
    );
    progress?.stop();
    refuseExisting({ path, out, mayReplace });
    if (path !== undefined)
      withDiskErrors(`write "${path}"`, () =>
        writeWhole(path, redactAll(exported.sheet({ isFile: true }), apiKey.redact), systemDisk),
      );
    return await say(exported, { out, redact: apiKey.redact, context });
  } finally {
    progress?.stop();
    watch.stop();
  }
}

type Values = ValuesOf<typeof EXPORT_SETTINGS>;

function toExportOptions(values: Values, service: ExportOptions['service']): ExportOptions {
  const { platform, channel, status, sku, decimal = '.' } = values;
  return {
    service,
    filters: { platform, channel, status, sku },
    fields: FIELDS.filter((field) => values.fields.has(field)),
    // A comma would put every amount in quotes.
    delimiter: values.delimiter ?? (decimal === ',' ? ';' : ','),
    decimalSign: decimal,
    money: values.money,
    clearToken: values.clearToken,
    strategyNames: values.strategyNames,
  };
}

interface Target {
  readonly path: string | undefined;
  readonly out: string | undefined;
  readonly mayReplace: boolean;
}

/** An export replaces a file only on request, and a device or anything else that is not a file never. */
function refuseExisting({ path, out, mayReplace }: Target): void {
  if (path === undefined) return;
  const there = withDiskErrors(`write "${path}"`, () => systemDisk.statSync(path, { throwIfNoEntry: false }));
  if (there && !there.isFile()) throw new UsageError([`Cannot export to "${out}": it is not a file`]);
  if (!there) refuseNoFolder(path, out);
  else if (!mayReplace)
    throw new UsageError([`Cannot export to "${out}": it is there already`], {
      hint: 'Name another file with --out, or pass --force to write over it',
    });
}

/** Before the account is paged, not after it. */
function refuseNoFolder(path: string, out: string | undefined): void {
  const folder = dirname(path);
  if (!systemDisk.existsSync(folder))
    throw new UsageError([`Cannot export to "${out}": there is no folder "${folder}"`]);
}

interface Saying {
  readonly out: string | undefined;
  readonly redact: Redact;
  readonly context: Context;
}

/** Writes what goes to standard output, says the rest, and gives the exit code: a listing that is not in the sheet needs attention. */
async function say(exported: Export, { out, redact, context }: Saying): Promise<number> {
  const { json, quiet, printStderr, print, stdio } = context;
  const isWhole = exported.leftOut.length === 0 || (json && out === undefined);
  const exitCode = isWhole ? EXIT.done : EXIT.attention;
  if (json && out !== undefined) print(redact(renderExportSummary(exported, { out, exitCode })));
  if (out === undefined)
    await writeOut(
      redactAll(json ? exported.json({ exit_code: exitCode }) : exported.sheet({ isFile: false }), redact),
      stdio,
    );
  if (json) return exitCode;
  const command = out === undefined ? undefined : backCommand(out, context);
  for (const line of renderExportScreen(exported, { out, quiet, command })) printStderr(`${redact(line)}\n`);
  return exitCode;
}

/**
 * The layout of every sheet that is written. A map by flag replaces one by settings; it names one column, and the headers identify
 * the others.
 */
const LAYOUT = [
  ['encoding', 'utf-8'],
  ['quote', 'double'],
  ['header-row', '1'],
  ['map', 'sku=sku'],
  ['cost-per', '1'],
  ['where', 'all'],
] as const;

/** The exported sheet has its own layout: where settings expect another one, flags are needed to read it back. */
function backCommand(out: string, { sources, shell }: Context): string | undefined {
  const { encoding, quote, headerRow, map, costPer, where } = readLeniently(READING_SETTINGS, sources);
  const set = {
    encoding,
    quote,
    'header-row': headerRow,
    map: map?.size || undefined,
    'cost-per': costPer,
    where: where?.length || undefined,
  };
  const flags = LAYOUT.flatMap(([setting, value]) =>
    set[setting] === undefined ? [] : [`--${setting}`, value],
  );
  return flags.length === 0 ? undefined : formatCommand(['sync', out, ...flags], shell);
}

function* redactAll(blocks: Iterable<string>, redact: Redact): Generator<string> {
  for (const block of blocks) yield redact(block);
}
