import { formatCents } from '../../domain/cents.ts';
import { describePercent } from '../../domain/describe-percent.ts';
import { describeFees } from '../../domain/fees.ts';
import { type Field, isMoneyField } from '../../domain/fields.ts';
import { splitReasons } from '../../domain/reasons.ts';
import { applyChanges } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import { isPartOfMargin, MARGIN_FIELDS } from '../../plan/check-row-guards.ts';
import { ROW_RULES, type RowRule } from '../../plan/limits.ts';
import type { ExplainedRule } from '../../report/screen/explanation.ts';
import type { PlanHead, PlannedEntry } from '../folder/plan-schema.ts';
import type { Summary } from '../folder/summary-file.ts';

interface Run {
  readonly head: PlanHead;
  readonly summary: Summary | undefined;
}

/** Only these commands check row rules: the others only send or restore what was planned before. */
const ASKING: readonly string[] = ['sync', 'diff'];

/** A row that waits for a person has passed them. */
const ASKED: ReadonlySet<Status> = new Set<Status>(['planned', 'held', 'blocked']);

/** Each row rule's verdict on an entry; empty if none was checked. */
export function explainRules(entry: PlannedEntry, { head, summary }: Run): readonly ExplainedRule[] {
  if (!ASKED.has(entry.status) || !ASKING.includes(head.command)) return [];
  const against = entry.status === 'blocked' ? splitReasons(entry.reason) : [];
  const allowed = settingOf('allow', summary).split(',');
  return ROW_RULES.map((rule) => {
    if (allowed.includes(rule)) return { rule, said: 'let_pass', detail: `--allow ${rule}` };
    if (against.includes(rule)) return { rule, said: 'against', detail: messageOf(rule, entry.message) };
    return { rule, said: 'passed', detail: describePassed(rule, entry, summary) };
  });
}

function describePassed(rule: RowRule, entry: PlannedEntry, summary: Summary | undefined): string {
  if (rule === 'max_change') return describeMoves(entry, summary);
  return rule === 'below_cost' ? describeExpense(entry) : '';
}

/** What the minimum covers, if fees count; the values of the listing are there for updates. */
function describeExpense({ before, changes, fees }: PlannedEntry): string {
  const after = before && applyChanges(before, changes);
  if (!fees || !after || after.minimum_price === null) return '';
  // The listing may well have been below before.
  if (!changes.some(({ field }) => isPartOfMargin(field)))
    return `the update changes none of ${MARGIN_FIELDS.join(', ')}`;
  const cost = after.cost === null ? '' : `cost ${formatCents(after.cost)}, `;
  return `minimum_price ${formatCents(after.minimum_price)} covers ${cost}${describeFees(fees, after.minimum_price)}`;
}

function settingOf(flag: string, summary: Summary | undefined): string {
  const setting = summary?.settings[flag];
  return typeof setting === 'object' && setting !== null && 'value' in setting ? String(setting.value) : '';
}

/** A rule's part of the joint message; each ends by naming the flag that waives it. */
function messageOf(rule: string, message: string): string {
  const said = message.split(/(?<= lets it pass); /).find((part) => part.includes(`--allow ${rule} `));
  return said ?? '';
}

function describeMoves({ changes }: PlannedEntry, summary: Summary | undefined): string {
  const moves = changes.flatMap(({ field, before, after }) => {
    if (!isMoneyField(field as Field)) return [];
    const percent = describePercent(before as number | null, after as number | null);
    return percent === '' ? [] : [`${field} ${percent}`];
  });
  const limit = settingOf('max-change', summary);
  return [moves.join(', '), limit === '' ? '' : `--max-change is ${limit.replace(/ ?%$/, '')} %`]
    .filter((part) => part !== '')
    .join('; ');
}
