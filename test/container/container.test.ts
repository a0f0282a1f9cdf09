import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readPage } from '../support/pages.ts';
import { readStages, textsOf } from './read-dockerfile.ts';

const [ARGUMENTS = [], BUILD = [], IMAGE = []] = readStages();

/** The paths that the ignore file lets into a build: it begins with nothing. */
function readContext(): readonly string[] {
  const [all, ...rules] = readPage('docs/container/Dockerfile.dockerignore')
    .text.split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(all).toBe('*');
  return rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
}

/** What its build shows is seen by `play.image.ts`. */
describe('the Dockerfile', () => {
  it('names its bases by what they are: a tag may be another image tomorrow', () => {
    expect(textsOf(ARGUMENTS, 'ARG')).toEqual([
      expect.stringMatching(
        /^BUILD=docker\.io\/library\/node:\d+\.\d+\.\d+-trixie-slim@sha256:[0-9a-f]{64}$/,
      ),
      expect.stringMatching(/^RUNTIME=gcr\.io\/distroless\/nodejs\d+-debian\d+:nonroot@sha256:[0-9a-f]{64}$/),
    ]);
  });

  it('has no key, and no volume that Docker would make up', () => {
    const stages = [...ARGUMENTS, ...BUILD, ...IMAGE];
    expect(stages.filter(({ name }) => ['VOLUME', 'ADD'].includes(name))).toEqual([]);
    expect(stages.filter(({ text }) => /API_KEY|TOKEN|SECRET|PASSWORD/i.test(text))).toEqual([]);
  });

  it('is built from files that are there, every file of the package that no build makes, and no settings, runs or tests', () => {
    const context = readContext();
    const { files } = JSON.parse(readPage('package.json').text);
    const given = files.filter((path: string) => !/^(?:dist\/|docs\/|!)/.test(path));
    expect(given.filter((path: string) => !context.includes(path))).toEqual([]);
    expect(context.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(context.filter((path) => /^(\.env|runs|test|dist|node_modules|\.git)$/.test(path))).toEqual([]);
  });
});
