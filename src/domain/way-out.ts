/** What can be done about a guard rule that stops a run, other than to let it pass. */
export interface WayOut {
  /** The command that shows what nobody has settled, and settles it with --save-mapping. */
  readonly settle?: string | undefined;
  /** That command chooses among rows that disagree. */
  readonly isChoice?: boolean | undefined;
  /** What makes the sheet right, up to its name: `add a column "currency" to`. */
  readonly repair?: string | undefined;
  /** Flags and their values, which read the amounts as they are perhaps meant. */
  readonly readAs?: Readonly<Record<string, string>> | undefined;
}
