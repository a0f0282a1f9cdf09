/** Permission to send one request. */
export interface Permit {
  /** Counts from 0. */
  readonly index: number;
  readonly leftAt: number;
  /** The pace at which it went out. */
  readonly ratePerSecond: number;
  /** The pace held it up. */
  readonly waited: boolean;
}
