import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Approvals, DECISIONS, type Decision } from '../../src/page/approvals.ts';
import { runs } from '../support/runs.ts';

const EXTENTS: Readonly<Record<number, 'large' | 'bare'>> = { 4: 'large', 5: 'large', 7: 'large', 8: 'bare' };

/** Rows 0 to 9, of which 3 and 7 can't be approved, 4 and 5 move an amount far, and 8 sets one where there was none. */
const CHOICES = Array.from({ length: 10 }, (_, row) => ({
  canBeApproved: row !== 3 && row !== 7,
  extent: EXTENTS[row] ?? ('small' as const),
}));
const ALL = [...CHOICES.keys()];

const decisionsOf = (approvals: Approvals) => ALL.map((row) => approvals.decisionOf(row)?.charAt(0) ?? ' ');

describe('Approvals', () => {
  it('never approve a rejected row along with others', () => {
    const approvals = new Approvals(CHOICES);
    approvals.decide(2, 'rejected');
    expect(approvals.tally(ALL)).toEqual({ approved: 0, rejected: 1, undecided: 7 });
    approvals.decideAll(ALL, 'approved');
    expect(decisionsOf(approvals).join('')).toBe('aar aaa aa');
    approvals.decide(2, 'approved');
    expect(approvals.decisionOf(2)).toBe('approved');
    expect(approvals.tally([0, 1, 2])).toEqual({ approved: 3, rejected: 0, undecided: 0 });
    approvals.decideAll(ALL, 'rejected');
    expect(approvals.counts()).toMatchObject({ approved: 0, rejected: 8, large: 0 });
  });

  it('take the last decision about many rows back, but for those that were decided since', () => {
    const approvals = new Approvals(CHOICES);
    approvals.decide(0, 'rejected');
    approvals.decideAll([1, 2, 4, 5], 'approved');
    approvals.decide(4, 'rejected');
    expect(approvals.lastStep()?.before.size).toBe(4);
    approvals.undo();
    expect(decisionsOf(approvals).join('')).toBe('ruu ruu uu');
    expect(approvals.lastStep()).toBeUndefined();
    approvals.undo();
    expect(decisionsOf(approvals).join('')).toBe('ruu ruu uu');
  });

  it('keep the last step where another one changes nothing', () => {
    const approvals = new Approvals(CHOICES);
    approvals.decideAll([1, 2], 'approved');
    approvals.decideAll([1, 2, 3], 'approved');
    approvals.decideAll([], 'rejected');
    expect(approvals.lastStep()?.before.size).toBe(2);
  });

  it.each([
    ['too short', 'aaaaaaa'],
    ['too long', 'aaaaaaaaa'],
    ['of other signs', 'aaaa=aaa'],
    ['of other letters', 'aaaaaaaA'],
    ['not even one', '\0\0\0\0\0\0\0\0'],
  ])('take no text that is %s', (_, text) => {
    const approvals = new Approvals(CHOICES);
    approvals.decide(0, 'approved');
    expect(approvals.restore(text)).toBe(false);
    expect(decisionsOf(approvals).join('')).toBe('auu uuu uu');
  });

  it('come back from their text, and hold what a list of them would', () => {
    const row = fc.nat({ max: ALL.length - 1 });
    const decision = fc.constantFrom<Decision>(...DECISIONS);
    const step = fc.oneof(
      fc.record({ rows: fc.tuple(row), decision, isAlone: fc.constant(true) }),
      fc.record({ rows: fc.uniqueArray(row), decision, isAlone: fc.constant(false) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const approvals = new Approvals(CHOICES);
        const model = new Map(ALL.filter((at) => CHOICES[at]?.canBeApproved).map((at) => [at, 'undecided']));
        for (const { rows, decision: wanted, isAlone } of steps) {
          for (const at of rows) {
            const isKept = !isAlone && wanted === 'approved' && model.get(at) === 'rejected';
            if (model.has(at) && !isKept) model.set(at, wanted);
          }
          if (isAlone) approvals.decide(rows[0] ?? 0, wanted);
          else approvals.decideAll(rows, wanted);
        }
        const again = new Approvals(CHOICES);
        expect(again.restore(approvals.toText())).toBe(true);
        for (const each of [approvals, again]) {
          expect(ALL.map((at) => each.decisionOf(at))).toEqual(ALL.map((at) => model.get(at)));
          const countOf = (word: string) => [...model.values()].filter((given) => given === word).length;
          expect(each.counts()).toEqual({
            approved: countOf('approved'),
            rejected: countOf('rejected'),
            undecided: countOf('undecided'),
            large: ALL.filter((at) => CHOICES[at]?.extent === 'large' && model.get(at) === 'approved').length,
            bare: ALL.filter((at) => CHOICES[at]?.extent === 'bare' && model.get(at) === 'approved').length,
          });
        }
      }),
      { numRuns: runs(500, 100) },
    );
  });
});
