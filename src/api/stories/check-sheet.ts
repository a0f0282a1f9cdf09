import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { count } from '../../domain/count.ts';
import type { CheckSummary } from '../../domain/documents/summary.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { tryTo } from '../../domain/try-to.ts';
import { type CheckReport, check } from '../../run/check.ts';
import { describeReading } from '../../run/sheet/read-job-sheet.ts';
import { CountedLines, listLines } from '../../run/sheet/tally-sheet.ts';
import { CHECK_SETTINGS } from '../../settings/command-settings.ts';
import { givenFlagsOf } from '../../settings/given-flags.ts';
import { readLeniently, readSettings } from '../../settings/read-settings.ts';
import { type Condition, formatCondition, RowFilter } from '../../sheet/row-filter.ts';
import type { Caller } from '../caller/caller.ts';
import { chooseSheet, toSheetOptions } from '../caller/choose-sheet.ts';
import { systemClock } from '../caller/machine.ts';

/**
 * `check`, from the settings to the report; with the caller as the sheet's job has it, and the file that was chosen.
 *
 * Errors: `UsageError`; further `chooseSheet` and `check`.
 */
export async function checkSheet<C extends Caller>(sheet: string, outer: C) {
  const { path, caller, notices } = chooseSheet(sheet, outer);
  const read = readSettings(CHECK_SETTINGS, caller.sources);
  const report = await check(
    {
      path,
      job: caller.job,
      options: { ...toSheetOptions(read, caller), redact: caller.mask },
      maxAgeMs: read.values.maxAge,
      given: givenFlagsOf(caller.options, caller.shell),
      parents: [resolve(caller.cwd, 'runs')],
    },
    { cwd: caller.cwd, stdin: caller.stdin(), disk: systemDisk, now: systemClock.now() },
  );
  const replaced = await noticeReplacedConditions(report, read.values.where, caller);
  return {
    report: { ...report, warnings: [...notices, ...replaced, ...report.warnings] },
    read,
    caller,
    path,
  };
}

/** That `--where` is used in place of saved conditions, and the rows that count again because of it. */
async function noticeReplacedConditions(
  { sheet: { rows, reading }, source }: CheckReport,
  where: readonly Condition[] = [],
  { sources, job }: Caller,
): Promise<readonly string[]> {
  const saved = readLeniently({ where: CHECK_SETTINGS.where }, { ...sources, flags: {} }).where ?? [];
  const replaced = saved.filter((one) => !where.some((other) => isDeepStrictEqual(one, other)));
  if (replaced.length === 0) return [];
  const { header, headerLine } = reading.table;
  const texts = replaced.map((one) => `"${formatCondition(one)}"`).join(', ');
  // Of a column that is not there any more no row can be left out.
  const filter = tryTo(() => new RowFilter(replaced, header, { name: source.name, line: headerLine }));
  const counted = new CountedLines();
  for await (const batch of rows())
    for (const { kind, line, cells } of batch)
      if (kind !== 'ignored' && filter?.whyNot(cells) !== undefined) counted.add(line);
  const again =
    counted.count === 0
      ? 'no row counts again because of that'
      : `${count(counted.count, 'row counts', 'rows count')} again because of that (${listLines(counted)})`;
  return [`--where replaces ${texts} of the job "${job}": ${again}`];
}

/** What `check` found, as plain data. */
export function describeCheck(report: CheckReport, { job }: Pick<Caller, 'job'>): CheckSummary {
  const { source, sheet, digest, unsettled, invalid, ignored, warnings, notices } = report;
  const { path, sha256, packed } = source;
  return {
    version: 1,
    exit_code: exitCodeOfCheck(report),
    job: job ?? null,
    sheet: { path, sha256, rows: digest.total },
    reading: { packed, ...describeReading(sheet.reading, digest.changesOn) },
    unsettled: unsettled.map(({ header, why }) => ({ header, why })),
    counts: digest.counts,
    invalid: invalid.map(({ line, target, problems }) => ({
      line,
      sku: target?.sku ?? null,
      problems: problems.map(({ reason, message }) => ({ reason, message })),
    })),
    ignored: ignored.map(({ line, reason, message }) => ({ line, reason, message })),
    notices: [...warnings, ...notices],
  };
}

/** The exit code of `check`: a question is for a person, whatever the rows are. */
export function exitCodeOfCheck({ unsettled, notes, exitCode }: CheckReport): number {
  return unsettled.length > 0 || notes?.message !== undefined ? EXIT.attention : exitCode;
}
