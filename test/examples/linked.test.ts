import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runMain } from '../cli/support.ts';
import { linksOf, ROOT, readPage, targetOf, userPages } from '../support/pages.ts';

const EXAMPLES = readdirSync(join(ROOT, 'docs/examples'), { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/examples/${name}`)
  .filter((path) => statSync(join(ROOT, path)).isFile());

/** Files that a page links to: `(examples/systemd/pricesheet@.timer)`. */
const LINKED = userPages().flatMap((page) => linksOf(page).map((link) => targetOf(page, link).file));

/** Folders that a page links to, to be copied as a whole: `(examples/bullmq)`. */
const PROJECTS = userPages()
  .flatMap(({ text }) => [...text.matchAll(/\]\(([^)#]*examples\/[\w-]+)\)/g)])
  .map(([, target = '']) => `docs/${target}/`);

/** Flags of npm. */
const FOREIGN_FLAGS = ['--global'];

describe('the examples', () => {
  it('are each linked from a page for users', () => {
    const isLinked = (path: string) =>
      LINKED.includes(path) || PROJECTS.some((project) => path.startsWith(project));
    expect(EXAMPLES.filter((path) => !isLinked(path))).toEqual([]);
    expect(EXAMPLES.length).toBeGreaterThan(5);
  });

  it('are each in the note that says which ran, and which were only checked', () => {
    const { text } = readPage('docs/decisions/0037-examples.md');
    const rows = [...text.matchAll(/^\| `([\w@./-]+(?:\.\w+|\/))` \| (.*) \| (.*) \|$/gm)];
    const projectOf = (path: string) => PROJECTS.find((project) => path.startsWith(project)) ?? path;
    expect(rows.map(([, path]) => `docs/examples/${path}`).sort()).toEqual(
      [...new Set(EXAMPLES.map(projectOf))].sort(),
    );
    // What did not run was checked.
    expect(rows.filter(([, , ran, checkedBy]) => ran === 'no' && checkedBy === '')).toEqual([]);
  });

  it.each(EXAMPLES)('%s uses flags that there are', async (path) => {
    const { stdout: known } = await runMain(['sync', '--help-all']);
    const flags = [...readPage(path).text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(String);
    const unknown = flags.filter(
      (flag) => !FOREIGN_FLAGS.includes(flag) && !new RegExp(`^ +(?:-\\w, )?${flag}(?: |$)`, 'm').test(known),
    );
    expect(unknown).toEqual([]);
  });

  it.each(EXAMPLES)('%s keeps the key in a file, and sends nothing without a limit', (path) => {
    const { text } = readPage(path);
    // GitHub calls its secret by the same name; the variable of the step that writes the file is another one.
    const own = text.replaceAll('secrets.PRICESHEET_API_KEY', '');
    expect(own).not.toMatch(/PRICESHEET_API_KEY(?!_FILE)\b/);
    if (/\bsync\b.*costs\.csv|- sync\n/.test(text)) expect(text).toMatch(/--max-updates[= ",]+20%/);
  });
});
