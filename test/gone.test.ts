import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './support/pages.ts';

/** Where people and programs read of what there is; what is beside these is made by others, or anew each time. */
const PLACES = ['src', 'test', 'docs', 'fixtures', 'scripts', '.ci', '.github', '.'];
const NOT_TEXT = /\.(?:png|gz|xlsx|xls|ods|zip|git)$/;

/** This file has all of the words; in a second work tree `.git` is a file that names its place. */
const NOT_READ: ReadonlySet<string> = new Set(['test/gone.test.ts', '.git']);

/** What the program, its tests and its pages say nothing of, and where the word is right all the same, with the reason. */
const GONE: readonly (readonly [words: RegExp, allowed: Readonly<Record<string, string>>])[] = [
  [/history (?:compare|verify|import|rehearse)\b|rehears|replace-?damaged/i, {}],
  [/\bramps?\b|--pause\b|max-?overwritten/i, {}],
  [/fixtures\/versions|test\/versions/, {}],
  [/shard|pricesheet merge\b|src\/run\/merge/i, {}],
  [/keep-?(?:daily|monthly)/i, {}],
  [/__complete\b|completion-?scripts/, {}],
  [/conclude-?init|examine-?rights|find-?scheduler/i, {}],
  [/--env-file\b|--no-header\b|--no-history\b/, {}],
  [/pricesheet (?:channels|strategies)\b/, {}],
  [/describe-?download|updates? as a sheet/i, {}],
  [/find-?misspelt|find-?program|programs\/(?:erp|shop)|erp-?programs|shop-?programs|MisspeltColumn/i, {}],
  [/classify-?column|may-?be-?divisor|divisor-?detector|ambiguous-?columns/i, {}],
  [/hook-?state|notify-?hook/i, {}],
  [
    /--(?:null-as|reread|concurrency|retries|timeout|clear-token|quote|max-failures|metrics|webhook|fee|sku-pad|wait-lock|approval-age|key-file|schedule|strategy-names)\b/,
    { 'test/e2e/words.test.ts': 'a flag that has become a setting says so' },
  ],
  [/sku-?ignore-?case|ignoreCase|ignoringCase/i, {}],
  [/read-?quota|quotaPace|x-ratelimit/i, {}],
  [/traceparent|trace_id|CI_JOB_URL/i, {}],
  [/fee-?channels|HoldLimits|ByChannel/i, {}],
  [/\bcommander\b/i, { 'package-lock.json': 'another package needs it' }],
  [/connect-?early|early-?connection/i, {}],
  [
    /nothing went out: |only runs that were not done|find-reports|find-histories|history-actions|describe-?taken-?back/i,
    {},
  ],
  [/this is from results\.csv/i, {}],
  [/\b(?:airflow|dagster|temporal)\b/i, {}],
  [/formatCurl|curlLines|`curl` line/, {}],
  [/\bhelp (?:sheet|guards|exit-codes|cron|topics?)\b|render-?topic/i, {}],
  [
    /docs\/(?:workflow-)?engines\.md|(?<!docs\/|\()\bexamples\/(?:kubernetes|systemd|github-actions|task-scheduler)\b/,
    {},
  ],
];

interface Text {
  readonly path: string;
  readonly lines: readonly string[];
}

function readTexts(): readonly Text[] {
  return PLACES.flatMap((place) =>
    readdirSync(join(ROOT, place), { recursive: place !== '.', encoding: 'utf8' })
      .map((name) => (place === '.' ? name : `${place}/${name.replaceAll('\\', '/')}`))
      .filter((path) => !NOT_READ.has(path) && !NOT_TEXT.test(path) && statSync(join(ROOT, path)).isFile())
      .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n') })),
  );
}

const TEXTS = readTexts();

/** `docs/runs.md:12: text` */
function find(words: RegExp, texts: readonly Text[]): readonly string[] {
  return texts.flatMap(({ path, lines }) =>
    lines.flatMap((line, at) =>
      words.test(line) ? [`${path}:${at + 1}: ${line.trim().slice(0, 160)}`] : [],
    ),
  );
}

describe('what went', () => {
  it.each(GONE)('%s is spoken of nowhere', (words, allowed) => {
    expect(
      find(
        words,
        TEXTS.filter(({ path }) => allowed[path] === undefined),
      ),
    ).toEqual([]);
  });

  it.each(GONE.flatMap(([words, allowed]) => Object.keys(allowed).map((path) => [words, path] as const)))(
    '%s is still in %s, where it is allowed',
    (words, path) => {
      expect(
        find(
          words,
          TEXTS.filter((text) => text.path === path),
        ),
      ).not.toEqual([]);
    },
  );
});
