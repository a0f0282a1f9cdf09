import * as systemDisk from 'node:fs';
import type { FeeSettings } from '../../domain/fees.ts';
import { type CheckReport, check } from '../../run/check.ts';
import { type ReadSettings, readSettings } from '../../settings/read-settings.ts';
import { FEE_SETTINGS, FILE_SETTINGS, MATCH_SETTINGS, READING_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';
import { chooseSheet } from '../request/choose-sheet.ts';
import { toSheetOptions } from '../request/sheet-options.ts';

/** Which columns there are, and how they are written. */
export const COLUMN_SETTINGS = { ...READING_SETTINGS, currency: MATCH_SETTINGS.currency } as const;
export const CHECK_SETTINGS = {
  newest: FILE_SETTINGS.newest,
  maxAge: FILE_SETTINGS.maxAge,
  ...COLUMN_SETTINGS,
  ...FEE_SETTINGS,
} as const;

export interface CheckedFees {
  /** What a run would count where the sheet says none. */
  readonly fees: FeeSettings;
}

interface CheckedSheet<C> {
  readonly report: CheckReport & CheckedFees;
  readonly read: ReadSettings<typeof CHECK_SETTINGS>;
  /** With the settings of the sheet's job. */
  readonly caller: C;
  /** The file that was chosen. */
  readonly path: string;
}

/**
 * `check`, from the settings to the report.
 *
 * Errors: `UsageError`; further `chooseSheet` and `check`.
 */
export async function checkSheet<C extends Caller>(sheet: string, outer: C): Promise<CheckedSheet<C>> {
  const { path, caller, notices } = chooseSheet(sheet, outer);
  const read = readSettings(CHECK_SETTINGS, caller.sources);
  const { maxAge: maxAgeMs, fee, feePercent } = read.values;
  const report = await check(
    path,
    { ...toSheetOptions(read, caller), redact: caller.mask },
    {
      cwd: caller.cwd,
      stdin: caller.stdin(),
      disk: systemDisk,
      job: caller.job,
      now: systemClock.now(),
      maxAgeMs,
    },
  );
  return {
    report: {
      ...report,
      fees: { perUnit: fee, share: feePercent },
      warnings: [...notices, ...report.warnings],
    },
    read,
    caller,
    path,
  };
}
