import * as systemDisk from 'node:fs';
import { count } from '../../../domain/count.ts';
import { describeValue } from '../../../domain/describe-value.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { printable } from '../../../report/text/printable.ts';
import { wrapText } from '../../../report/text/text-width.ts';
import { readingHistory } from '../../../run/history/reading-history.ts';
import { refuseUnknownJob } from '../../../run/history/refuse-unknown-job.ts';
import { type RehearsedNight, rehearse } from '../../../run/history/rehearse.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import { REHEARSE_SETTINGS } from '../../../settings/rehearse-settings.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';
import { findHistory } from './find-folder.ts';

/** `history rehearse`: which of the past nights other limits would have stopped. */
export function rehearseNights(_words: readonly string[], context: Context): number {
  const { sources, stdio, json, print, mask } = context;
  const { folder, job } = findHistory(context);
  const { values: limits, shown } = readSettings(REHEARSE_SETTINGS, sources);
  const nights = rehearse({ folder, job, limits, disk: systemDisk });
  if (job !== undefined && nights.length === 0)
    readingHistory(folder, () => refuseUnknownJob(job, { histories: [folder], disk: systemDisk }));
  const shownLimits = Object.fromEntries(Object.entries(shown).map(([flag, { value }]) => [flag, value]));
  if (json) print(mask(`${toJsonText(toJson(nights, { folder, limits: shownLimits }), 2)}\n`));
  else print(mask(renderNights(nights, widthOf(stdio.stdout))));
  return EXIT.done;
}

interface Said {
  readonly folder: string;
  readonly limits: Readonly<Record<string, string | null>>;
}

function toJson(nights: readonly RehearsedNight[], { folder, limits }: Said) {
  return {
    version: 1,
    exit_code: EXIT.done,
    history: folder,
    limits,
    nights: nights.map(({ record, violations, blocked, first, unknown }) => ({
      id: record.id,
      job: record.job,
      started_at: record.started_at,
      was_stopped: record.stopped?.code ?? null,
      stopped_by: violations,
      blocked_changes: blocked,
      first_blocked: first.map(({ was, is, ...change }) => ({ ...change, was_cents: was, is_cents: is })),
      unknown: unknown.map(({ rule, why }) => ({ rule, message: why })),
    })),
  };
}

function renderNights(nights: readonly RehearsedNight[], width: number | undefined): string {
  const stopped = nights.filter(({ violations }) => violations.length > 0);
  const blocked = nights.filter((night) => night.blocked > 0);
  const changes = blocked.reduce((sum, night) => sum + night.blocked, 0);
  const lines = [
    ...nights.toReversed().flatMap(renderNight),
    ...renderUnknown(nights),
    `Of ${count(nights.length, 'night')}, ${stopped.length} would have been stopped; ${count(changes, 'change')} in ${count(blocked.length, 'night')} would have been blocked`,
  ];
  return `${lines.flatMap((line) => wrapText(printable(line), width)).join('\n')}\n`;
}

function renderNight({ record, violations, blocked, first }: RehearsedNight): readonly string[] {
  const when = `${record.started_at.slice(0, 16).replace('T', ' ')} UTC ${record.job ?? ''}`.trimEnd();
  const named = first
    .map(
      ({ sku, field, was, is, move }) =>
        `"${sku}" ${field} ${describeValue(field, was)} → ${describeValue(field, is)} (${move})`,
    )
    .join(', ');
  const isFirst = blocked > first.length ? 'first ' : '';
  return [
    ...violations.map(({ rule, message }) => `${when}: stopped by ${rule}: ${message}`),
    ...(blocked > 0
      ? [`${when}: ${count(blocked, 'change')} blocked by max_change: ${isFirst}${named}`]
      : []),
  ];
}

/** One line for each reason, however many rules and nights it is true of. */
function renderUnknown(nights: readonly RehearsedNight[]): readonly string[] {
  const all = nights.flatMap(({ unknown, record }) => unknown.map((each) => ({ ...each, night: record.id })));
  return [...groupBy(all, ({ why }) => why)].map(([why, found]) => {
    const [rules, number] = [
      new Set(found.map(({ rule }) => rule)),
      new Set(found.map(({ night }) => night)),
    ];
    return `Not known of ${count(number.size, 'night')}, since ${why}: ${[...rules].join(', ')}`;
  });
}
