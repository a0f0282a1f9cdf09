import { describe, expect, it } from 'vitest';
import { findReleaseProblems } from './find-release-problems.ts';

const READY = {
  tag: 'v0.2.0',
  manifest: { version: '0.2.0', repository: { type: 'git', url: 'git+https://service.example/shop.git' } },
  changelog: '# Changelog\n\n## 0.2.0 – 2027-01-15\n\n- New.\n\n## 0.1.0 – 2026-12-01\n',
};

describe('a release', () => {
  it('may go out if all names one version', () => {
    expect(findReleaseProblems(READY)).toEqual([]);
  });

  it.each([
    ['a tag of another version', { tag: 'v0.2.1' }, /tag "v0\.2\.1" is not v0\.2\.0/],
    ['a tag without the v', { tag: '0.2.0' }, /is not v0\.2\.0/],
    ['no tag', { tag: '' }, /tag "" is not/],
    [
      'a changelog without a day',
      { changelog: '## 0.2.0 – unreleased\n' },
      /begins with "## 0\.2\.0 – unreleased"/,
    ],
    [
      'a changelog of the version before',
      { changelog: '## 0.1.0 – 2026-12-01\n' },
      /begins with "## 0\.1\.0/,
    ],
    ['a changelog of a similar version', { changelog: '## 0x2.0 – 2026-12-01\n' }, /begins with "## 0x2/],
    ['no repository', { manifest: { version: '0.2.0' } }, /no "repository"/],
  ])('is refused with %s', (_, changed, problem) => {
    expect(findReleaseProblems({ ...READY, ...changed })).toEqual([expect.stringMatching(problem)]);
  });
});
