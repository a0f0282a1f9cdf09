import { formatCents } from '../../domain/cents.ts';
import type { CheckSummary } from '../../domain/documents/check-summary.ts';
import { type ByChannel, entriesOf, formatShare } from '../../domain/fees.ts';
import type { CheckReport } from '../../run/check.ts';
import { describeReading } from '../../run/sheet/describe-reading.ts';
import type { Caller } from '../request/caller.ts';
import type { CheckedFees } from './check-sheet.ts';

/** What `check` found, as plain data. */
export function describeCheck(report: CheckReport & CheckedFees, { job }: Pick<Caller, 'job'>): CheckSummary {
  const { sheet, packed, reading, unsettled, counts, invalid, ignored, warnings, notices, exitCode } = report;
  return {
    version: 1,
    exit_code: exitCode,
    job: job ?? null,
    sheet,
    reading: { packed, ...describeReading(reading, report.changesOn) },
    fees: {
      per_unit: toChannelsJson(report.fees.perUnit, formatCents),
      percent: toChannelsJson(report.fees.share, formatShare),
    },
    unsettled: unsettled.map(({ header, why }) => ({ header, why })),
    counts,
    invalid: invalid.map(({ line, target, problems }) => ({ line, sku: target?.sku ?? null, problems })),
    ignored: ignored.map(({ line, reason, message }) => ({ line, reason, message })),
    notices: [...warnings, ...notices],
  };
}

/** As in the config file: all channels are `*`. */
function toChannelsJson<T>(
  values: ByChannel<T> | undefined,
  format: (value: T) => string,
): Readonly<Record<string, string>> | null {
  if (!values) return null;
  return Object.fromEntries(entriesOf(values).map(([channel = '*', value]) => [channel, format(value)]));
}
