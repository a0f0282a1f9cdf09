import { didYouMean } from '../domain/did-you-mean.ts';
import { MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import type { HoldLimits } from '../plan/limits.ts';
import { percentage } from './parse-setting.ts';
import { type Parsed, refused, understood } from './setting.ts';

/** `10%` for every amount, `cost=25%` for one field, or both: `10%,cost=25%`. */
export function holdLimits(text: string): Parsed<HoldLimits> {
  const limits: Partial<Record<MoneyField, number>> = {};
  let rest: number | undefined;
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [, name, value = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(part) ?? [];
    const percent = percentage(value.trim());
    if (!percent.ok)
      return refused(`is neither a percentage such as 10% nor one for a field such as cost=25%`);
    if (name === undefined) {
      if (rest !== undefined) return refused('has two percentages for all fields');
      rest = percent.value;
      continue;
    }
    const field = MONEY_FIELDS.find((known) => known === name.trim());
    if (!field)
      return refused(
        `names "${name.trim()}", which is not one of ${MONEY_FIELDS.join(', ')}${didYouMean(name, MONEY_FIELDS)}`,
      );
    if (limits[field] !== undefined) return refused(`has two percentages for ${field}`);
    limits[field] = percent.value;
  }
  return understood(rest === undefined ? limits : { ...ofAll(rest), ...limits });
}

function ofAll(percent: number): HoldLimits {
  return Object.fromEntries(MONEY_FIELDS.map((field) => [field, percent]));
}
