import type { Field } from '../domain/fields.ts';
import type { Reason, ReasonText } from '../domain/reasons.ts';
import type { ApprovalFacts } from '../report/page/describe-approval.ts';
import type { PageRow } from '../report/page/page-row.ts';

/** What the script needs to know of the run, beside its rows. */
export interface Facts {
  /** Of the run, as an absolute path. */
  readonly folder: string;
  /** Lines of results.csv. */
  readonly total: number;
  /** Rows in this page. */
  readonly carried: number;
  readonly missingIsOk: boolean;
  /** It sends what a person approved. */
  readonly isReviewed: boolean;
  /** The fields that have a column. */
  readonly fields: readonly Field[];
  /** Amounts are in several currencies. */
  readonly hasCurrencies: boolean;
  readonly strategyNames: readonly (readonly [id: string, name: string])[];
  /** What the reasons of the rows mean, and what to do. */
  readonly advice: readonly (readonly [reason: Reason, text: ReasonText])[];
  /** What its rows are called, if some rows of the sheet have several. */
  readonly nouns: readonly [one: string, many: string];
  readonly approval?: PageApproval | undefined;
}

export interface PageApproval extends ApprovalFacts {
  /** Rows that can be approved, including rows that the page doesn't carry. */
  readonly total: number;
}

export function readFacts(): Facts {
  return JSON.parse(document.getElementById('facts')?.textContent ?? '');
}

/** The rows that the page holds, in the order of the sheet. Unpacked blocks are removed from the page. */
export async function readRows(): Promise<readonly PageRow[]> {
  const blocks = [...document.querySelectorAll<HTMLScriptElement>('script[data-rows]')];
  const pieces = await Promise.all(blocks.map((block) => unpack(block.textContent ?? '')));
  for (const block of blocks) block.remove();
  return pieces.flat().sort((one, other) => one.n - other.n);
}

async function unpack(base64: string): Promise<readonly PageRow[]> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // A loop: a separate text for each character would take a third of the time until the page can be used.
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}
