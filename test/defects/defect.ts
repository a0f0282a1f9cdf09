/** A mistake that costs somebody money, as a patch, and what has to notice it. */
export interface Defect {
  /** In kebab-case; tells it from all others. */
  readonly name: string;
  /** From the root of the project. */
  readonly file: string;
  /** Stands in the file exactly once; short and on lines that seldom change, so that it outlives small edits. */
  readonly find: string;
  readonly put: string;
  /** What a user would lose by it, as a sentence. */
  readonly cost: string;
  /** All of them have to fail. */
  readonly caughtBy: readonly [Check, ...Check[]];
}

export type Check = TestCheck | CommandCheck;

/** The tests of a file whose full name holds `name`; at least one of them has to fail, by an assertion. */
export interface TestCheck {
  readonly file: string;
  readonly name: string;
}

/** A command that exits 0 where all is well; it has to exit otherwise and to say `says`, so that it didn't merely break. */
export interface CommandCheck {
  readonly command: readonly [string, ...string[]];
  readonly says: RegExp;
}

export function isTestCheck(check: Check): check is TestCheck {
  return 'name' in check;
}

export function describeCheck(check: Check): string {
  return isTestCheck(check) ? `${check.file} "${check.name}"` : check.command.join(' ');
}
