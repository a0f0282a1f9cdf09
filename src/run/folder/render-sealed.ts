import { createHash } from 'node:crypto';
import { toJsonText } from '../../domain/json-text.ts';
import type { LineBlock } from '../disk/line-block.ts';
import { endLine } from './read-sealed-lines.ts';

/**
 * Renders a sealed file in blocks: a head, the lines, and an end with the checksum of all bytes before it. Returns the
 * checksum.
 */
export function* renderSealed(
  head: object,
  lines: Iterable<LineBlock>,
): Generator<string | Uint8Array, string> {
  const hash = createHash('sha256');
  const headLine = `${toJsonText(head)}\n`;
  hash.update(headLine);
  yield headLine;
  let entries = 0;
  for (const { count, bytes } of lines) {
    hash.update(bytes);
    yield bytes;
    entries += count;
  }
  const seal = hash.digest('hex');
  yield `${endLine(entries, seal)}\n`;
  return seal;
}
