import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Problems } from './checks.ts';

interface KeptFile {
  readonly record: { readonly folder: string | null };
  readonly lines: readonly { readonly kind: string; readonly was?: unknown; readonly is?: unknown }[];
}

/** No file of the history is torn. `sent`: the run in the folder `run` has sent something, and so the history has it by now, once. */
export function checkHistory(cwd: string, { sent }: { readonly sent: boolean }): Problems {
  const folder = join(cwd, 'runs/.history');
  const paths = existsSync(folder)
    ? (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.ndjson'))
    : [];
  const texts = paths.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  const torn = texts.flatMap(([name, text]) => (isSealed(text) ? [] : [`${name} of the history is torn`]));
  if (torn.length > 0) return torn;
  const kept = texts.map(([, text]) => parse(text)).filter(({ record }) => record.folder !== undefined);
  const ofRun = kept.filter(({ record }) => basename(record.folder ?? '') === 'run');
  const same = kept.flatMap(({ lines }) =>
    lines.filter(({ kind, was, is }) => kind === 'change' && was === is),
  );
  return [
    ...(ofRun.length > 1 ? ['the history has the run twice'] : []),
    ...(sent && ofRun.length === 0 ? ['the history does not have the run, and it has sent something'] : []),
    ...same.map(() => 'the history has a change that is none'),
  ];
}

function parse(text: string): KeptFile {
  const [record, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { record, lines };
}

function isSealed(text: string): boolean {
  const lines = text.split('\n');
  if (lines.pop() !== '') return false;
  const end = lines.pop();
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return end === JSON.stringify({ kind: 'end', entries: lines.length - 1, sha256 });
}
