import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Lines = readonly string[];

/** Changes a file line by line. */
export function rewriteLines(path: string, edit: (lines: Lines) => Lines): void {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  writeFileSync(path, textOf(edit(lines)));
}

/** A journal's line as older versions wrote it. */
export function withoutChain(line: string): string {
  return line.replace(/,"chain":"[0-9a-f]{16}"/, '');
}

/** Makes a run one of an older version, whose journal is not chained. */
export function makeOlder({ folder }: { readonly folder: string }): void {
  rewriteLines(join(folder, 'plan.ndjson'), ([head = '', ...rest]) => {
    const body = [head.replace(',"journal":"chained"', ''), ...rest.slice(0, -1)];
    const sha256 = createHash('sha256').update(textOf(body)).digest('hex');
    return [...body, JSON.stringify({ kind: 'end', entries: body.length - 1, sha256 })];
  });
  rewriteLines(join(folder, 'outcomes.ndjson'), (lines) => lines.map(withoutChain));
}

function textOf(lines: Lines): string {
  return lines.map((line) => `${line}\n`).join('');
}
