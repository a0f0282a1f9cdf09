/** What a person has decided about an update. */
export type Decision = 'approved' | 'rejected' | 'undecided';

export const DECISIONS = ['approved', 'rejected', 'undecided'] as const satisfies readonly Decision[];

export interface ApprovalCounts {
  readonly approved: number;
  readonly rejected: number;
  readonly undecided: number;
  /** How many of the approved ones move an amount far. */
  readonly large: number;
  /** How many of the others set an amount where there was none, or clear one: no percentage says how far. */
  readonly bare: number;
}

/** How many rows can be approved. */
export function countBoxes({ approved, rejected, undecided }: ApprovalCounts): number {
  return approved + rejected + undecided;
}

/** The last decision about many rows at once. */
export interface LastStep {
  readonly decision: Decision;
  readonly count: number;
}

/** How far the amounts of a row move; `bare`: no percentage says it. */
export const EXTENTS = ['small', 'large', 'bare'] as const;

/** Whether a row can be approved, and how far its amounts move. */
interface Choice {
  readonly canBeApproved: boolean;
  readonly extent: (typeof EXTENTS)[number];
}

/** What was decided about many rows, to be taken back. */
interface Step extends LastStep {
  readonly rows: Uint32Array;
  /** What each was before. */
  readonly before: Uint8Array;
}

/** A row without a box. */
const NO_BOX = 0;
const UNDECIDED = 1;
const APPROVED = 2;
const REJECTED = 3;

const CODES: Readonly<Record<Decision, number>> = {
  approved: APPROVED,
  rejected: REJECTED,
  undecided: UNDECIDED,
};
const WORDS: readonly (Decision | undefined)[] = [undefined, 'undecided', 'approved', 'rejected'];

/**
 * What a person has decided about each row of the page. Rows are named by their position among those of the page in the order of the sheet,
 * so that no order or filter of the table can lead to another one.
 */
export class Approvals {
  readonly #states: Uint8Array;
  /** Positions in `EXTENTS`. */
  readonly #extents: Uint8Array;
  /** By state. */
  readonly #counts = [0, 0, 0, 0];
  /** Of the approved ones, by extent. */
  readonly #approved: [small: number, large: number, bare: number] = [0, 0, 0];
  #last: Step | undefined;

  constructor(choices: readonly Choice[]) {
    this.#states = Uint8Array.from(choices, ({ canBeApproved }) => (canBeApproved ? UNDECIDED : NO_BOX));
    this.#extents = Uint8Array.from(choices, ({ extent }) => EXTENTS.indexOf(extent));
    for (const state of this.#states) this.#count(state, 1);
  }

  /** `undefined` for a row that can't be approved. */
  decisionOf(row: number): Decision | undefined {
    return WORDS[this.#states[row] ?? NO_BOX];
  }

  counts(): ApprovalCounts {
    const [, undecided = 0, approved = 0, rejected = 0] = this.#counts;
    const [, large, bare] = this.#approved;
    return { approved, rejected, undecided, large, bare };
  }

  /** How many of some rows are decided how, in one pass: it is asked at each letter that is typed. */
  tally(rows: readonly number[]): Readonly<Record<Decision, number>> {
    const counts: [number, number, number, number] = [0, 0, 0, 0];
    for (const row of rows) counts[(this.#states[row] ?? NO_BOX) as 0 | 1 | 2 | 3]++;
    const [, undecided, approved, rejected] = counts;
    return { approved, rejected, undecided };
  }

  /** Decides about one row. */
  decide(row: number, decision: Decision): void {
    if (this.decisionOf(row) !== undefined) this.#set(row, CODES[decision]);
  }

  /**
   * Decides about many rows at once, which can be taken back. A row that was rejected is not approved along with others: somebody had a reason,
   * and approves it alone, or clears it before.
   */
  decideAll(rows: readonly number[], decision: Decision): void {
    const changed = Uint32Array.from(rows.filter((row) => this.#changes(row, decision)));
    if (changed.length === 0) return;
    const before = Uint8Array.from(changed, (row) => this.#states[row] ?? NO_BOX);
    for (const row of changed) this.#set(row, CODES[decision]);
    this.#last = { decision, count: changed.length, rows: changed, before };
  }

  /** The last decision about many rows, if it was not taken back. */
  lastStep(): LastStep | undefined {
    return this.#last;
  }

  /** Takes the last decision about many rows back. Rows that were decided otherwise since stay as they are. */
  undo(): void {
    const last = this.#last;
    this.#last = undefined;
    if (!last) return;
    for (const [at, row] of last.rows.entries())
      if (this.#states[row] === CODES[last.decision]) this.#set(row, last.before[at] ?? UNDECIDED);
  }

  /** All decisions as a text, three rows to a character. */
  toText(): string {
    const states = this.#states.filter((state) => state !== NO_BOX);
    let text = '';
    for (let at = 0; at < states.length; at += ROWS_A_SIGN) {
      const [one = 0, two = 0, three = 0] = [states[at], states[at + 1], states[at + 2]];
      text += SIGNS.charAt(one | (two << 2) | (three << 4));
    }
    return text;
  }

  /** Takes decisions from such a text, if it can be one about these rows; it may come from anybody. */
  restore(text: string): boolean {
    const rows = Array.from(this.#states.keys()).filter((row) => this.#states[row] !== NO_BOX);
    if (text.length !== Math.ceil(rows.length / ROWS_A_SIGN) || NO_SIGN.test(text)) return false;
    const stateAt = (at: number): number =>
      (SIGNS.indexOf(text.charAt(Math.floor(at / ROWS_A_SIGN))) >> (2 * (at % ROWS_A_SIGN))) & 3;
    if (rows.some((_, at) => stateAt(at) === NO_BOX)) return false;
    for (const [at, row] of rows.entries()) this.#set(row, stateAt(at));
    this.#last = undefined;
    return true;
  }

  #changes(row: number, decision: Decision): boolean {
    const state = this.#states[row] ?? NO_BOX;
    if (state === NO_BOX || state === CODES[decision]) return false;
    return decision !== 'approved' || state !== REJECTED;
  }

  #set(row: number, state: number): void {
    const before = this.#states[row] ?? NO_BOX;
    this.#count(before, -1);
    const extent = (this.#extents[row] ?? 0) as 0 | 1 | 2;
    if (before === APPROVED) this.#approved[extent]--;
    this.#states[row] = state;
    this.#count(state, 1);
    if (state === APPROVED) this.#approved[extent]++;
  }

  #count(state: number, by: number): void {
    this.#counts[state] = (this.#counts[state] ?? 0) + by;
  }
}

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NO_SIGN = /[^\w-]/;
const ROWS_A_SIGN = 3;
