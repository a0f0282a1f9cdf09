import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from '../support/pages.ts';

interface Release {
  /** As it was pushed: `v0.2.0`. */
  readonly tag: string;
  readonly manifest: { readonly version: string; readonly repository?: unknown };
  readonly changelog: string;
}

/** What keeps a tag from being published, as sentences. */
export function findReleaseProblems({ tag, manifest, changelog }: Release): readonly string[] {
  const { version, repository } = manifest;
  const [heading = ''] = /^## .*$/m.exec(changelog) ?? [];
  const isDated = heading.startsWith(`## ${version} – `) && / – \d{4}-\d{2}-\d{2}$/.test(heading);
  const problems: readonly (readonly [found: boolean, problem: string])[] = [
    [tag !== `v${version}`, `The tag "${tag}" is not v${version}, the version in package.json`],
    [
      !isDated,
      `CHANGELOG.md begins with "${heading}" and not with the version and the day: "## ${version} – 2026-12-01"`,
    ],
    [
      repository === undefined,
      'package.json has no "repository": npm compares it with the one that the provenance names',
    ],
  ];
  return problems.filter(([found]) => found).map(([, problem]) => problem);
}

/** Whether a tag may be published: `npm run release:check -- v0.2.0`. The workflow asks before it builds anything. */
if (process.argv[1] === import.meta.filename) {
  const problems = findReleaseProblems({
    tag: process.argv[2] ?? '',
    manifest: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')),
    changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
  });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
