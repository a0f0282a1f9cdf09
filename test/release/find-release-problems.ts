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
  const problems: readonly (readonly [found: boolean, problem: string])[] = [
    [tag !== `v${version}`, `The tag "${tag}" is not v${version}, the version in package.json`],
    [
      !new RegExp(`^## ${escapeDots(version)} – \\d{4}-\\d{2}-\\d{2}$`).test(heading),
      `CHANGELOG.md begins with "${heading}" and not with the version and the day: "## ${version} – 2026-12-01"`,
    ],
    [
      repository === undefined,
      'package.json has no "repository": npm compares it with the one that the provenance names',
    ],
  ];
  return problems.filter(([found]) => found).map(([, problem]) => problem);
}

function escapeDots(version: string): string {
  return version.replaceAll(/[.+]/g, '\\$&');
}
