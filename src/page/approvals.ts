export const DECISIONS = ['approved', 'rejected', 'undecided'] as const;

/** What a person has decided about an update. */
export type Decision = (typeof DECISIONS)[number];

/** Rows by what was decided about them. */
export type Decided = Readonly<Record<Decision, number>>;

export interface ApprovalCounts extends Decided {
  /** How many of the approved ones move an amount far. */
  readonly large: number;
  /** How many of the others set an amount where there was none, or clear one: no percentage says how far. */
  readonly bare: number;
}

/** Whether a row can be approved, and how far its amounts move. */
interface Choice {
  readonly canBeApproved: boolean;
  readonly extent: 'small' | 'large' | 'bare';
}

/** A decision about many rows at once, to be taken back. */
interface Step {
  readonly decision: Decision;
  /** What each row was before. */
  readonly before: ReadonlyMap<number, Decision>;
}

/**
 * What a person has decided about each row of the page. Rows are named by their position among those of the page in the order of the sheet,
 * so that no order or filter of the table can lead to another one.
 */
export class Approvals {
  readonly #choices: readonly Choice[];
  /** `undefined` for a row without a box. */
  readonly #decisions: (Decision | undefined)[];
  #last: Step | undefined;

  constructor(choices: readonly Choice[]) {
    this.#choices = choices;
    this.#decisions = choices.map(({ canBeApproved }) => (canBeApproved ? 'undecided' : undefined));
  }

  /** `undefined` for a row that can't be approved. */
  decisionOf(row: number): Decision | undefined {
    return this.#decisions[row];
  }

  /** Of all rows. */
  counts(): ApprovalCounts {
    const counts = { ...this.tally(this.#choices.keys()), large: 0, bare: 0 };
    for (const [row, { extent }] of this.#choices.entries())
      if (extent !== 'small' && this.#decisions[row] === 'approved') counts[extent]++;
    return counts;
  }

  /** How many of some rows are decided how. */
  tally(rows: Iterable<number>): Decided {
    const counts = { approved: 0, rejected: 0, undecided: 0 };
    for (const row of rows) {
      const decision = this.#decisions[row];
      if (decision) counts[decision]++;
    }
    return counts;
  }

  /** Decides about one row. */
  decide(row: number, decision: Decision): void {
    if (this.#decisions[row]) this.#decisions[row] = decision;
  }

  /**
   * Decides about many rows at once, which can be taken back. A row that was rejected is not approved along with others: somebody had a reason,
   * and approves it alone, or clears it before.
   */
  decideAll(rows: readonly number[], decision: Decision): void {
    const before = new Map<number, Decision>();
    for (const row of rows) {
      const known = this.#decisions[row];
      if (!known || known === decision || (known === 'rejected' && decision === 'approved')) continue;
      before.set(row, known);
      this.#decisions[row] = decision;
    }
    if (before.size > 0) this.#last = { decision, before };
  }

  /** The last decision about many rows, if it was not taken back. */
  lastStep(): Step | undefined {
    return this.#last;
  }

  /** Takes the last decision about many rows back. Rows that were decided otherwise since stay as they are. */
  undo(): void {
    for (const [row, decision] of this.#last?.before ?? [])
      if (this.#decisions[row] === this.#last?.decision) this.#decisions[row] = decision;
    this.#last = undefined;
  }

  /** All decisions as a text, a letter for each box. */
  toText(): string {
    return this.#decisions.map((decision) => decision?.charAt(0)).join('');
  }

  /** Takes decisions from such a text, if it can be one about these rows; it may come from anybody. */
  restore(text: string): boolean {
    const rows = [...this.#decisions.keys()].filter((row) => this.#decisions[row]);
    if (text.length !== rows.length || /[^aru]/.test(text)) return false;
    for (const [at, row] of rows.entries())
      this.#decisions[row] = DECISIONS.find((decision) => decision.startsWith(text.charAt(at)));
    this.#last = undefined;
    return true;
  }
}
