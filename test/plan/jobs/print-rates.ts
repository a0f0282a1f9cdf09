import process from 'node:process';
import { parseArgs } from 'node:util';
import { measureBroken, measureHonest, measureUnseen, type Rate } from './measure-rates.ts';

/** How often the rules that compare a sheet with earlier ones stop honest nights, and how often they miss broken ones. */

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, histories: { type: 'string', default: '50' } },
});
const sample = { seed: Number(values.seed), histories: Number(values.histories) };

function print(title: string, rates: readonly Rate[], counted: (rate: Rate) => number): void {
  const sum = (count: (rate: Rate) => number): number => rates.reduce((all, rate) => all + count(rate), 0);
  const share = (part: number, whole: number): string =>
    `${part} of ${whole} (${((part / whole) * 100).toFixed(1)} %)`;
  const lines = rates.map((rate) => {
    const rules = Object.entries(rate.rules).map(([rule, count]) => `${rule} ${count}`);
    return `  ${rate.kind.padEnd(38)} ${share(counted(rate), rate.histories).padEnd(20)} warned ${String(rate.warned).padEnd(5)} ${rules.join(', ')}`;
  });
  const total = share(
    sum(counted),
    sum(({ histories }) => histories),
  );
  process.stdout.write(`${title}: ${total}\n${lines.join('\n')}\n\n`);
}

process.stdout.write(`Seed ${sample.seed}, ${sample.histories} histories of each kind\n\n`);
print('False alarms, histories of honest jobs', measureHonest(sample), ({ stopped }) => stopped);
const missed = ({ histories, stopped }: Rate): number => histories - stopped;
print('Misses, broken nights', measureBroken(sample), missed);
print('Not seen by these rules', measureUnseen(sample), missed);
