import type { RunRecord } from '../../domain/run-record.ts';

/** A record that has no name yet, and no place among the others. */
export type NewRecord = Omit<RunRecord, 'id' | 'previous'>;

/** What a record has of a run that did not come to reading its sheet, or of which no more is known. */
export const NOTHING_KNOWN = {
  sheet: null,
  counts: null,
  changes: {},
  requests: null,
  settings: {},
  drift: null,
  news: null,
  approval: null,
  moves: {},
} as const satisfies Partial<NewRecord>;

/** Only what there is. */
export function withoutZeros<T extends string>(
  counts: Readonly<Record<T, number>>,
): Readonly<Partial<Record<T, number>>> {
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number !== 0)) as Partial<
    Record<T, number>
  >;
}

interface Shown {
  readonly value?: string | null;
  readonly from?: string;
}

/** The settings that differ from the defaults, by flag. */
export function chosenSettings(
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | null>> {
  const shown = Object.entries(settings as Readonly<Record<string, Shown>>);
  return Object.fromEntries(
    shown.flatMap(([flag, { value = null, from }]) =>
      from === undefined || from === 'default' ? [] : [[flag, value]],
    ),
  );
}
