import fc from 'fast-check';

const BUILDERS = new WeakMap<object, () => unknown>();

/** The same function for the same arbitrary every time: each new one would be remembered by fast-check for good. */
function memberOf<T>(arbitrary: fc.Arbitrary<T>): () => fc.Arbitrary<T> {
  const builder = BUILDERS.get(arbitrary) ?? (() => arbitrary);
  BUILDERS.set(arbitrary, builder);
  return builder as () => fc.Arbitrary<T>;
}

const NUMBER = fc.noBias(fc.nat());

/** Choices of one writer of sheets. */
export class Chance {
  readonly draw: <T>(arbitrary: fc.Arbitrary<T>) => T;

  constructor(generate: fc.GeneratorValue) {
    this.draw = (arbitrary) => generate(memberOf(arbitrary));
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.draw(NUMBER) % items.length] ?? items[0];
  }

  /** From 0 up to one less than that. */
  below(limit: number): number {
    return this.draw(NUMBER) % limit;
  }

  oneIn(number: number): boolean {
    return this.draw(NUMBER) % number === number - 1;
  }

  some<T>(items: readonly T[]): readonly T[] {
    return items.filter(() => this.oneIn(2));
  }

  shuffled<T>(items: readonly T[]): readonly T[] {
    return items
      .map((item) => ({ item, at: this.draw(NUMBER) }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}
