import { CHANGE_KINDS } from '../../domain/change-kind.ts';
import { FIELDS, MONEY_FIELDS } from '../../domain/fields.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { STATUSES } from '../../domain/status.ts';

export type Compared = string | number | null;

/** A fact that differs between two runs. `null`: a run has nothing of the kind. */
export interface Difference {
  readonly group: 'run' | 'sheet' | 'rows' | 'changes' | 'requests' | 'drift' | 'settings';
  readonly name: string;
  readonly one: Compared;
  readonly other: Compared;
  /** What the figures count. */
  readonly unit: 'cents' | 'seconds' | 'time' | null;
}

type Fact = Pick<Difference, 'group' | 'name' | 'unit'> & { readonly value: Compared };

/** What differs between two runs, in the order of what a reader looks at first. Units: amounts in cents. */
export function compareRecords(one: RunRecord, other: RunRecord): readonly Difference[] {
  const [left, right] = [one, other].map(
    (record) => new Map(listFacts(record).map((fact) => [keyOf(fact), fact])),
  );
  const keys = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])]);
  const facts = [...keys].flatMap((key) => {
    const [a, b] = [left?.get(key), right?.get(key)];
    const fact = a ?? b;
    if (!fact || sizeOf(a) === sizeOf(b)) return [];
    const { group, name, unit } = fact;
    return [{ group, name, one: a?.value ?? null, other: b?.value ?? null, unit }];
  });
  return facts.sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}

/** What a run counted none of, another one may not have counted at all. */
const COUNTS: readonly Fact['group'][] = ['rows', 'changes', 'requests', 'drift'];

function sizeOf(fact: Fact | undefined): Compared {
  if (!fact) return null;
  return fact.value === 0 && COUNTS.includes(fact.group) ? null : fact.value;
}

const GROUPS = ['run', 'sheet', 'rows', 'changes', 'requests', 'drift', 'settings'] as const;

function keyOf({ group, name }: Fact): string {
  return `${group} ${name}`;
}

function listFacts(record: RunRecord): readonly Fact[] {
  return [
    ...factsOfRun(record),
    ...factsOfSheet(record.sheet),
    ...factsOfRows(record.counts),
    ...FIELDS.flatMap((field) =>
      CHANGE_KINDS.map((kind) => toFact('changes', `${field} ${kind}`, record.changes[field]?.[kind] ?? 0)),
    ),
    ...Object.entries(record.requests ?? {}).map(([name, value]) => toFact('requests', name, value)),
    ...Object.entries(record.drift ?? {}).map(([name, value]) => toFact('drift', name, value)),
    ...Object.entries(record.settings).map(([flag, value]) =>
      toFact('settings', `--${flag}`, value ?? 'set'),
    ),
  ];
}

function factsOfRun(record: RunRecord): readonly Fact[] {
  const { command, dry_run, job, shard, by, exit_code, stopped, started_at, finished_at, account } = record;
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  return [
    toFact('run', 'command', dry_run && command !== 'diff' ? `${command} --dry-run` : command),
    toFact('run', 'job', job),
    toFact('run', 'shard', shard),
    toFact('run', 'exit code', exit_code),
    toFact('run', 'stopped by', stopped ? stopped.rules.join(', ') || stopped.code : null),
    toFact('run', 'base URL', account?.base_url ?? null),
    toFact('run', 'key fingerprint', account?.key_fingerprint ?? null),
    toFact('run', 'user', by.user),
    toFact('run', 'host', by.host),
    { ...toFact('run', 'time taken', Math.round(seconds)), unit: 'seconds' },
  ];
}

function factsOfSheet(sheet: RunRecord['sheet']): readonly Fact[] {
  if (!sheet) return [];
  const { path, sha256, rows, columns, figures } = sheet;
  return [
    toFact('sheet', 'file', path),
    toFact('sheet', 'SHA-256', sha256),
    toFact('sheet', 'rows', rows),
    toFact('sheet', 'SKUs', figures?.skus ?? null),
    toFact('sheet', 'size in bytes', figures?.size ?? null),
    { ...toFact('sheet', 'modified', figures?.modified ?? null), unit: 'time' },
    ...Object.entries(columns).map(([field, header]) => toFact('sheet', `column of ${field}`, header)),
    ...FIELDS.map((field) => toFact('sheet', `rows that set ${field}`, figures?.sets[field] ?? null)),
    ...MONEY_FIELDS.map((field) => ({
      ...toFact('sheet', `median ${field}`, figures?.medians[field] ?? null),
      unit: 'cents' as const,
    })),
  ];
}

function factsOfRows(counts: RunRecord['counts']): readonly Fact[] {
  if (!counts) return [];
  return [
    ...STATUSES.map((status) => toFact('rows', status, counts.by_status[status] ?? 0)),
    toFact('rows', 'need attention', counts.attention),
    ...Object.entries(counts.by_reason).map(([reason, number]) => toFact('rows', `reason ${reason}`, number)),
  ];
}

function toFact(group: Fact['group'], name: string, value: Compared): Fact {
  return { group, name, value, unit: null };
}
