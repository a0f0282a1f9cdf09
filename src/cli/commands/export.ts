import * as systemDisk from 'node:fs';
import { dirname, resolve } from 'node:path';
import { lockFolderOf } from '../../api/ports/lock-folder.ts';
import { systemClock } from '../../api/ports/system-clock.ts';
import { toServiceOptions } from '../../api/request/service-options.ts';
import { UsageError } from '../../domain/errors.ts';
import { FIELDS } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Redact } from '../../domain/secret.ts';
import { clip } from '../../report/text/clip.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { printable } from '../../report/text/printable.ts';
import { count } from '../../report/text/words.ts';
import { withDiskErrors } from '../../run/disk/with-disk-errors.ts';
import { writeWhole } from '../../run/disk/write-whole.ts';
import { type Export, type ExportOptions, exportAccount } from '../../run/export.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { openTransport } from '../../service/transport.ts';
import { EXPORT_SETTINGS } from '../../settings/command-settings.ts';
import { noticeSources } from '../../settings/notice-sources.ts';
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
  const { stderr: stream } = stdio;
  const progress =
    quiet || !stream.isTTY ? undefined : createProgress({ stream, clock: systemClock, folder: () => '' });
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

/** An export replaces a file only on request, and a device or anything else that is not a file never. Known before the account is paged. */
function refuseExisting({ path, out, mayReplace }: Target): void {
  if (path === undefined) return;
  const refuse = (why: string, hint?: string): never => {
    throw new UsageError([`Cannot export to "${out}": ${why}`], hint === undefined ? {} : { hint });
  };
  const there = withDiskErrors(`write "${path}"`, () => systemDisk.statSync(path, { throwIfNoEntry: false }));
  if (!there && !systemDisk.existsSync(dirname(path))) refuse(`there is no folder "${dirname(path)}"`);
  if (there && !there.isFile()) refuse('it is not a file');
  if (there && !mayReplace)
    refuse('it is there already', 'Name another file with --out, or pass --force to write over it');
}

interface Saying {
  readonly out: string | undefined;
  readonly redact: Redact;
  readonly context: Context;
}

/** Writes what goes to standard output, says the rest, and gives the exit code: a listing that is not in the sheet needs attention. */
async function say(exported: Export, { out, redact, context }: Saying): Promise<number> {
  const { json, printStderr, print, stdio } = context;
  const { found, leftOut, warnings, notices } = exported;
  const isWhole = leftOut.length === 0 || (json && out === undefined);
  const exitCode = isWhole ? EXIT.done : EXIT.attention;
  if (out === undefined)
    await writeOut(
      redactAll(json ? exported.json({ exit_code: exitCode }) : exported.sheet({ isFile: false }), redact),
      stdio,
    );
  else if (json) {
    const document = {
      version: 1,
      exit_code: exitCode,
      file: out,
      exported: found - leftOut.length,
      left_out: leftOut.map(({ listing: { id, sku }, why }) => ({ listing_id: id, sku, why })),
      notices: [...warnings, ...notices],
    };
    print(redact(`${toJsonText(document, 2)}\n`));
  }
  const reason = describeLeftOut(leftOut);
  const isSaid = context.fail(exitCode, reason);
  // Beside the sheet there is only standard error, which is for the reason of a failure alone.
  const isForAll = isWhole || stdio.stderr.isTTY === true;
  if (json || (!isForAll && out === undefined)) return exitCode;
  const put = isForAll ? printStderr : print;
  for (const line of describeExport(exported, out, context))
    if (!isSaid || line !== reason) put(`${redact(clip(printable(line)))}\n`);
  return exitCode;
}

function describeLeftOut({ length }: Export['leftOut']): string {
  return `${count(length, 'listing is', 'listings are')} left out because a sheet can't hold the SKU; export --json includes them`;
}

const MAX_SHOWN = 20;

/** How it ended, for people; with --quiet only what needs attention. */
function describeExport(
  { found, leftOut, warnings, notices }: Export,
  out: string | undefined,
  context: Context,
): readonly string[] {
  const where = out === undefined ? '' : ` to ${out}`;
  const shown = leftOut
    .slice(0, MAX_SHOWN)
    .map(({ listing: { id, sku }, why }) => `  ${id}: "${sku}" ${why}`);
  const missing = [
    describeLeftOut(leftOut),
    ...shown,
    ...(leftOut.length > MAX_SHOWN ? [`  and ${leftOut.length - MAX_SHOWN} more`] : []),
  ];
  const attention = [...warnings, ...(leftOut.length === 0 ? [] : missing)];
  if (context.quiet) return attention;
  const done = `${count(found - leftOut.length, 'listing')} exported${where}`;
  return [
    done,
    ...noticeSources(context.sources),
    ...notices,
    ...attention,
    ...(out === undefined ? [] : howToReadBack(out, context)),
  ];
}

/**
 * The layout of every sheet that is written. A map by flag replaces one by settings; it names one column, and the headers identify
 * the others.
 */
const LAYOUT = {
  encoding: 'utf-8',
  headerRow: '1',
  map: 'sku=sku',
  costPer: '1',
  where: 'all',
} as const;

/** The exported sheet has its own layout: where settings expect another one, flags are needed to read it back. */
function howToReadBack(out: string, { sources, shell }: Context): readonly string[] {
  const { map, where, ...others } = readLeniently(READING_SETTINGS, sources);
  const set = { ...others, map: map?.size || undefined, where: where?.length || undefined };
  const names = Object.keys(LAYOUT) as (keyof typeof LAYOUT)[];
  const flags = names
    .filter((name) => set[name] !== undefined)
    .flatMap((name) => [READING_SETTINGS[name].flag ?? '', LAYOUT[name]]);
  const isQuoted = (others.quote ?? '"') === '"';
  if (flags.length === 0 && isQuoted) return [];
  const command = formatCommand(['sync', out, ...flags], shell);
  const first = isQuoted ? '' : 'take "quote" out of pricesheet.json and ';
  return [
    `The settings of this folder expect another layout; to read this sheet back, ${first}run: ${command}`,
  ];
}

function* redactAll(blocks: Iterable<string>, redact: Redact): Generator<string> {
  for (const block of blocks) yield redact(block);
}
