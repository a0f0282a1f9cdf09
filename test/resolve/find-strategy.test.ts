import { describe, expect, it } from 'vitest';
import { createStrategyFinder, findStrategy } from '../../src/resolve/find-strategy.ts';
import { aStrategy } from '../support/builders.ts';

const BUY_BOX = '50000000-0000-4000-8000-00000000000a';
const strategies = [
  aStrategy({ id: BUY_BOX, name: 'Buy Box' }),
  aStrategy({ id: 's-lower', name: 'lowest price' }),
  aStrategy({ id: 's-capital', name: 'Lowest Price' }),
  aStrategy({ id: 's-twin-1', name: 'Twin' }),
  aStrategy({ id: 's-twin-2', name: 'Twin' }),
  aStrategy({ id: 's-spaced', name: '  Spaced  ' }),
  aStrategy({ id: 's-cafe', name: 'Caf\u00e9' }),
  aStrategy({ id: 's-named-like-an-id', name: BUY_BOX.toUpperCase() }),
  aStrategy({ id: 's-walmart', name: 'Only Walmart', platform: 'walmart' }),
  aStrategy({ id: 's-walmart-box', name: 'Buy Box', platform: 'walmart' }),
];

function find(text: string, platform = 'amazon'): string {
  const finding = findStrategy(text, platform, strategies);
  return finding.kind === 'found' ? finding.id : finding.reason;
}

function messageOf(text: string, platform = 'amazon', candidates = strategies): string {
  const finding = findStrategy(text, platform, candidates);
  return finding.kind === 'problem' ? finding.message : '';
}

describe('findStrategy', () => {
  it.each([
    ['by id', BUY_BOX, BUY_BOX],
    ['by id in capitals', BUY_BOX.toUpperCase(), BUY_BOX],
    ['by exact name', 'Buy Box', BUY_BOX],
    ['by name without case', 'BUY BOX', BUY_BOX],
    ['the exact name before the one without case', 'Lowest Price', 's-capital'],
    ['the other exact name', 'lowest price', 's-lower'],
    ['several without case', 'LOWEST PRICE', 'strategy_ambiguous'],
    ['several with the exact name', 'Twin', 'strategy_ambiguous'],
    ['a name with blanks around it', 'Spaced', 's-spaced'],
    ['composed and decomposed', 'CAFE\u0301', 's-cafe'],
    ['a part of a name', 'Buy', 'strategy_unknown'],
    ['a part of an id', BUY_BOX.slice(0, 8), 'strategy_unknown'],
    ['nothing like it', 'zzz', 'strategy_unknown'],
    ['the name of another platform’s', 'Only Walmart', 'strategy_unknown'],
    ['the id of another platform’s', 's-walmart', 'strategy_unknown'],
  ])('%s', (_name, text, expected) => {
    expect(find(text)).toBe(expected);
  });

  it('names the ids to choose from where several fit', () => {
    expect(messageOf('Twin')).toMatch(/^2 amazon strategies are named "Twin".*s-twin-1, s-twin-2$/);
  });

  it.each([
    ['Buy Bx', '; did you mean "Buy Box"?'],
    ['buy-box', '; did you mean "Buy Box"?'],
    ['Lowset Price', '; did you mean "Lowest Price" or "lowest price"?'],
    ['Only Walmar', '; there are "50000000-0000-4000-8000-00000000000A", "Buy Box", "Caf\u00e9" and 4 more'],
  ])('asks about what is near on this platform, and nothing else: %s', (text, hint) => {
    expect(messageOf(text)).toBe(`No amazon strategy is named "${text}"${hint}`);
  });

  it('calls an id an id', () => {
    const id = '6d4f94ce-0000-4000-8000-00000000000f';
    expect(messageOf(id)).toContain(`No amazon strategy has the id "${id}"; there are `);
  });

  it.each(['x6d4f94ce-0000-4000-8000-00000000000f', '6d4f94ce-0000-4000-8000-00000000000fx'])(
    'calls a name with an id in it a name: %s',
    (text) => {
      expect(messageOf(text)).toContain(`No amazon strategy is named "${text}"; there are `);
    },
  );

  it.each([
    [['Buy Box'], '; there is "Buy Box"'],
    [['Buy Box', ' Twin ', 'Deal'], '; there are "Buy Box", "Deal", "Twin"'],
  ])('lists a few without a number of others: %s', (names, hint) => {
    const few = names.map((name) => aStrategy({ name }));
    expect(messageOf('zzz', 'amazon', few)).toBe(`No amazon strategy is named "zzz"${hint}`);
  });

  it('says so where the platform has none', () => {
    expect(messageOf('Buy Box', 'amazon', [])).toContain('there are no amazon strategies');
  });
});

describe('createStrategyFinder', () => {
  it('compares a name with the strategies of a platform once, however many rows say it', () => {
    let comparisons = 0;
    const counted = {
      ...aStrategy(),
      get name() {
        comparisons++;
        return 'Buy Box';
      },
    };
    const find = createStrategyFinder([counted]);
    const first = find('Bye Box', 'amazon');
    const once = comparisons;
    expect(once).toBeGreaterThan(0);
    for (let row = 0; row < 3000; row++) expect(find('Bye Box', 'amazon')).toBe(first);
    expect(comparisons).toBe(once);
    expect(find('Buy Box', 'amazon')).toEqual({ kind: 'found', id: counted.id });
    expect(comparisons).toBeGreaterThan(once);
  });

  it('keeps platforms apart', () => {
    const find = createStrategyFinder([
      aStrategy({ id: 's-amazon' }),
      aStrategy({ id: 's-walmart', platform: 'walmart' }),
    ]);
    expect([find('Buy Box', 'amazon'), find('Buy Box', 'walmart'), find('Buy Box', 'amazon')]).toEqual([
      { kind: 'found', id: 's-amazon' },
      { kind: 'found', id: 's-walmart' },
      { kind: 'found', id: 's-amazon' },
    ]);
  });
});
