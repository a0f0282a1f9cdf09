import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainLine } from '../../src/run/folder/journal.ts';

type Lines = readonly string[];

/** Changes a file line by line. */
export function rewriteLines(path: string, edit: (lines: Lines) => Lines): void {
  writeFileSync(path, textOf(edit(linesOf(path))));
}

/** A journal's line without its checksum. */
export function withoutChain(line: string): string {
  return line.replace(/,"chain":"[0-9a-f]{16}"/, '');
}

/** Chains the journal of a run to the plan beside it again, so that only what its lines say can be wrong. */
export function chainAgain({ folder }: { readonly folder: string }): void {
  const [end = ''] = linesOf(join(folder, 'plan.ndjson')).slice(-1);
  let { sha256: link } = JSON.parse(end);
  rewriteLines(join(folder, 'outcomes.ndjson'), (lines) =>
    lines.map((line) => {
      const chained = chainLine(withoutChain(line), link);
      link = chained.link;
      return chained.line;
    }),
  );
}

function linesOf(path: string): Lines {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

function textOf(lines: Lines): string {
  return lines.map((line) => `${line}\n`).join('');
}
