import { isMoneyField } from '../domain/fields.ts';
import type { Update } from '../domain/stages.ts';

/** What the bearer of an update that clears fields may do. */
export type CanaryPass = 'send' | 'test' | 'hold_back';

export type CanaryResult = 'works' | 'ignored' | 'unknown';

/** Amounts and ids are written and read by different rules, so one proves nothing for the other. */
export type ClearKind = 'money' | 'strategy';

/**
 * Guards the clearing of fields. How a null is written is not documented, so the first update of a run that clears a
 * field of its kind goes alone, and the others wait for what it shows.
 */
export interface ClearCanary {
  /** Waits while another update is the test. A caller that gets `test` has to `report`. */
  enter(kinds: readonly ClearKind[]): Promise<CanaryPass>;
  /**
   * `works`: the fields came back empty. `unknown`: the update was never answered, and the next one tests. `ignored`: they did
   * not come back empty; from then on no other clear is let through.
   */
  report(kinds: readonly ClearKind[], result: CanaryResult): void;
}

export function createClearCanary(): ClearCanary {
  const proven = new Set<ClearKind>();
  let closed = false;
  let test: { readonly done: Promise<void>; readonly finish: () => void } | undefined;

  return {
    async enter(kinds) {
      while (test && !closed) await test.done;
      if (closed) return 'hold_back';
      if (kinds.every((kind) => proven.has(kind))) return 'send';
      test = beginTest();
      return 'test';
    },
    report(kinds, result) {
      if (result === 'ignored') closed = true;
      if (result === 'works') for (const kind of kinds) proven.add(kind);
      test?.finish();
      test = undefined;
    },
  };
}

/** The kinds of fields that an update clears; none if it clears nothing. */
export function clearedKinds({ changes }: Update): readonly ClearKind[] {
  const cleared = changes.filter(({ after }) => after === null);
  if (cleared.length === 0) return NONE;
  return [...new Set(cleared.map(({ field }) => (isMoneyField(field) ? 'money' : 'strategy')))];
}

const NONE: readonly ClearKind[] = [];

function beginTest(): { readonly done: Promise<void>; readonly finish: () => void } {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { done, finish };
}
