import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from '../support/pages.ts';
import { findReleaseProblems } from './find-release-problems.ts';

/** Whether a tag may be published: `npm run release:check -- v0.2.0`. The workflow asks before it builds anything. */
const problems = findReleaseProblems({
  tag: process.argv[2] ?? '',
  manifest: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')),
  changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
});
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
