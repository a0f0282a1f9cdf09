import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runMain } from '../cli/support.ts';
import { type Page, ROOT, readPage, userPages } from '../support/pages.ts';

const EXAMPLES = readdirSync(join(ROOT, 'docs/examples'), { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/examples/${name}`)
  .filter((path) => statSync(join(ROOT, path)).isFile());

interface Pasted {
  readonly page: string;
  /** The example that the comment above the block names. */
  readonly path: string;
  readonly text: string;
}

/** The blocks of code right below a comment that names an example: `<!-- docs/examples/systemd/pricesheet@.timer -->`. */
function pastedIn({ path: page, text }: Page): readonly Pasted[] {
  return [...text.matchAll(/^<!-- (docs\/examples\/\S+) -->\n(?:```\w*\n([\s\S]*?)^```$)?/gm)].map(
    ([, path = '', block = '']) => ({ page, path, text: block }),
  );
}

const PASTED = userPages().flatMap(pastedIn);

/** Folders that a page links to, to be copied as a whole: `(examples/bullmq)`. */
const PROJECTS = userPages()
  .flatMap(({ text }) => [...text.matchAll(/\]\(([^)#]*examples\/[\w-]+)\)/g)])
  .map(([, target = '']) => `docs/${target}/`);

/** Flags of npm. */
const FOREIGN_FLAGS = ['--global'];

describe('the examples', () => {
  it.each(PASTED.map((pasted) => [pasted.page, pasted.path, pasted] as const))(
    'are in %s as in %s',
    (_, path, { text }) => {
      expect(text).toBe(readFileSync(join(ROOT, path), 'utf8'));
    },
  );

  it('are each in a page for users', () => {
    const shown = new Set(PASTED.map(({ path }) => path));
    const isLinked = (path: string) => PROJECTS.some((project) => path.startsWith(project));
    expect(EXAMPLES.filter((path) => !shown.has(path) && !isLinked(path))).toEqual([]);
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
