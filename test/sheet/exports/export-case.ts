import type { MoneyField } from '../../../src/domain/fields.ts';

/** One export as its program writes it, and what has to come of it. */
export interface ExportCase {
  /** The program, and which of its exports: `Odoo 18, German`. */
  readonly program: string;
  /** Where its headings are documented, or seen. */
  readonly source: string;
  /** The file as it is written, byte for byte where it is not UTF-8. */
  readonly text: string | Uint8Array;
  /** What is read, in cents by SKU: all rows that set an amount, and no others. */
  readonly cents?: Readonly<Record<string, Readonly<Partial<Record<MoneyField, number>>>>>;
  /** Rows are invalid, and this is a part of what it says of each of them. */
  readonly refuses?: string;
  /** A part of what has to be settled first. Without `cents`, what is read is wrong, and somebody who watches has to see it. */
  readonly asks?: string;
  /** Every run stops, and this is a part of what it says. */
  readonly stops?: string;
}
