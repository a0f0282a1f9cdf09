import type { Approval } from '../../domain/documents/ledger.ts';
import { count } from '../text/words.ts';
import { describeTime } from './describe-run-end.ts';

/** Who approved what, in lines. No more is known of who than whose the file was. */
export function describeApproved({
  path,
  sha256,
  modified,
  owner,
  host,
  approved,
  of,
}: Approval): readonly string[] {
  const who = [owner === null ? null : `of ${owner}`, host === null ? null : `on ${host}`];
  const named = who.filter((each) => each !== null).join(' ');
  return [
    `${approved} of ${count(of, 'update')}, by the file ${path}${named === '' ? '' : ` ${named}`}, modified ${describeTime(modified)} UTC`,
    `SHA-256 ${sha256}`,
  ];
}
