import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROW_RULES, RUN_RULES } from '../../../src/plan/limits.ts';
import { adviceOn } from '../../../src/report/page/reason-advice.ts';
import { NAUGHTY_TEXTS } from '../../support/naughty-text.ts';

const SRC = resolve(import.meta.dirname, '../../../src');

/** Reasons as they stand in the code, of rows that can't be used or sent. */
const IN_CODE = ['sheet', 'resolve', 'execute'].flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (!file.endsWith('.ts')) return [];
    const text = readFileSync(join(SRC, folder, file), 'utf8');
    const found = text.matchAll(/(?:\bproblem\(\s*|\breason: )'([a-z]+_[a-z_]+)'/g);
    return [...found].map(([, reason = '']) => reason);
  }),
);

const OTHERS = [
  'clear_ignored',
  'answer_differs',
  'lookup_failed',
  'not_looked_up',
  'nothing_to_set',
  'filtered_out',
  'currency_unsupported',
  'service',
  'key_refused',
  'disk',
  'locked',
  'stale_plan',
  'interrupted',
  'too_many_failures',
  'sheet',
  'bug',
];

describe('adviceOn', () => {
  it.each([...new Set([...ROW_RULES, ...RUN_RULES, ...IN_CODE, ...OTHERS])].map((reason) => [reason]))(
    'says in words what %s means and what to do',
    (reason) => {
      const { means, todo } = adviceOn(reason);
      expect(means).toMatch(/^[A-Z].*\.$/);
      expect(todo).toMatch(/^[A-Z].*[.]$/);
    },
  );

  it('knows the reasons that the code gives', () => {
    expect(new Set(IN_CODE).size).toBeGreaterThan(20);
  });

  it('says of an answer of the service that it refused', () => {
    expect(adviceOn('http_418').means).toBe('The service refused the update.');
  });

  it('says of a rule that an update has come to break that it was sent, and not what would be', () => {
    for (const reason of ['below_cost', 'below_cost;zero_cost'])
      expect(adviceOn(reason, { wasSent: true }).means).toMatch(/^The update was sent/);
    expect(adviceOn('below_cost').means).toMatch(/would be/);
    expect(adviceOn('answer_lost', { wasSent: true })).toEqual(adviceOn('answer_lost'));
  });

  it.each([
    ['constructor'],
    ['__proto__'],
    ['a reason of tomorrow'],
    ...NAUGHTY_TEXTS.map(({ text }) => [text]),
  ])('leads from %j to the message', (reason) => {
    expect(adviceOn(reason)).toEqual({ means: '', todo: 'The message of each row says more.' });
  });
});
