import type { JudgedRow, State } from './judge-rows.ts';

interface Between {
  readonly before: State;
  readonly after: State;
}

/** Where a run did something else to the account than the sheet says. `sent`: the rows that it was to send. */
export function checkAccount(sent: readonly JudgedRow[], { before, after }: Between): readonly string[] {
  const isAs = (id: string | undefined, field: string, value: unknown): boolean =>
    after.get(`${id} ${field}`) === value;
  const unlike = sent.flatMap(({ row: { id, sku }, differences }) =>
    differences
      .filter(({ field, sheet }) => !isAs(id, field, sheet))
      .map(({ field }) => `${field} of ${sku} is not as the sheet says`),
  );
  const ids = new Set(sent.map(({ row }) => row.id));
  const others = [...after]
    .filter(([key, value]) => before.get(key) !== value && !ids.has(key.split(' ')[0]))
    .map(([key]) => `${key} was changed, and no row was to change it`);
  return [...unlike, ...others];
}
