import { once } from 'node:events';
import { systemClock } from '../../api/caller/machine.ts';
import { exportListings, redactAll } from '../../api/stories/export-listings.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { renderExportJson } from '../../report/files/render-export.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { clip, printable } from '../../report/text/printable.ts';
import { count } from '../../report/text/words.ts';
import { noticeSources } from '../../settings/notice-sources.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { READING_SETTINGS } from '../../settings/settings.ts';
import type { Context } from '../context/context.ts';
import { createScreenLog } from '../context/context.ts';
import { createProgress } from '../terminal/create-progress.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { withSignals } from '../terminal/watch-signals.ts';

export async function runExport(context: Context): Promise<number> {
  const { stdio, quiet } = context;
  const { stderr: stream } = stdio;
  const progress =
    quiet || !stream.isTTY ? undefined : createProgress({ stream, clock: systemClock, folder: () => '' });
  try {
    return await withSignals(async (signal) => {
      const done = await exportListings(context, {
        signal,
        onProgress: progress?.onProgress ?? (() => {}),
        openLog: (redact) => createScreenLog(context, redact),
      });
      progress?.stop();
      return say(done, context);
    });
  } finally {
    progress?.stop();
  }
}

type Done = Awaited<ReturnType<typeof exportListings>>;

/** Writes what goes to standard output, says the rest, and gives the exit code: a listing that is not in the sheet needs attention. */
async function say({ exported, out, document, redact }: Done, context: Context): Promise<number> {
  const { json, quiet, printStderr, print, stdio } = context;
  const { found, leftOut, warnings, notices, sheetNotices } = exported;
  const isWhole = leftOut.length === 0 || (json && out === undefined);
  const exitCode = isWhole ? EXIT.done : EXIT.attention;
  if (out === undefined) {
    const blocks = json ? renderExportJson(exported.listings(), document) : exported.sheet({ isFile: false });
    await writeOut(redactAll(blocks, redact), stdio);
  } else if (json) print(redact(`${toJsonText(document, 2)}\n`));
  const reason = `${count(leftOut.length, 'listing is', 'listings are')} left out because a sheet can't hold the SKU; export --json names them`;
  const isSaid = context.fail(exitCode, reason);
  // Beside the sheet there is only standard error, which is for the reason of a failure alone.
  const isForAll = isWhole || stdio.stderr.isTTY === true;
  if (json || (!isForAll && out === undefined)) return exitCode;
  const done = `${count(found - leftOut.length, 'listing')} exported${out === undefined ? '' : ` to ${out}`}`;
  const lines = [
    ...(quiet ? [] : [done, ...noticeSources(context.sources), ...notices, ...sheetNotices]),
    ...warnings,
    ...(leftOut.length === 0 || isSaid ? [] : [reason]),
    ...(quiet || out === undefined ? [] : howToReadBack(out, context)),
  ];
  const put = isForAll ? printStderr : print;
  for (const line of lines) put(`${redact(clip(printable(line)))}\n`);
  return exitCode;
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

/**
 * Writes blocks to standard output, no faster than they are read there, so that they are never all in memory. Ends when the
 * reader is gone; `processStdio` reports lost data.
 */
export async function writeOut(blocks: Iterable<string>, { stdout }: Pick<Stdio, 'stdout'>): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  stdout.on('error', end).on('close', end);
  try {
    for (const block of blocks) {
      if (!stdout.write(block)) await once(stdout, 'drain', over).catch(() => {});
      if (over.signal.aborted) return;
    }
  } finally {
    stdout.off('error', end).off('close', end);
  }
}
