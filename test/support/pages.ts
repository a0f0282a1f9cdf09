import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

export interface Page {
  /** From the root of the project: `docs/runs.md`. */
  readonly path: string;
  readonly text: string;
}

/** Every page that a reader may open: those of the root, and all below `docs/`. */
export function allPages(): readonly Page[] {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  return [...readdirSync(ROOT), ...inDocs.map((name) => join('docs', name))]
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map(readPage);
}

/** The pages for users: how the program is built and what was decided is for those who work on it. */
export function userPages(): readonly Page[] {
  const forOthers = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/interface.md'];
  return allPages().filter(({ path }) => !forOthers.includes(path) && !path.startsWith('docs/decisions/'));
}

export function readPage(path: string): Page {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}

/** What a page links to or shows, other sites aside: targets of links, of images and of their dark variants. */
export function linksOf({ text }: Page): readonly string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  const found = prose.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g);
  return [...found].map(([, link, image]) => link ?? image ?? '').filter((link) => !/^https?:/.test(link));
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf({ text }: Page): readonly string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The blocks of code of a language. */
export function blocksOf({ text }: Page, language: string): readonly string[] {
  return [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```/gm)].flatMap(([, found, block = '']) =>
    found === language ? [block] : [],
  );
}

/** What a page has between backticks within its prose. */
export function codeOf({ text }: Page): readonly string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));
}

/** The part of a page under a heading, up to the next one that is not below it. */
export function sectionOf({ path, text }: Page, heading: string): string {
  const from = text.indexOf(`\n${heading}\n`);
  if (from < 0) throw new Error(`${path} has no section "${heading}"`);
  const depth = heading.indexOf(' ');
  const next = text.slice(from + 1).search(new RegExp(`\n#{2,${depth}} `));
  return next < 0 ? text.slice(from) : text.slice(from, from + 1 + next);
}

/** Where a link of a page leads: the file from the root, and the anchor. */
export function targetOf({ path }: Page, link: string): { readonly file: string; readonly anchor: string } {
  const [file = '', anchor = ''] = link.split('#');
  return { file: file === '' ? path : join(path, '..', file), anchor };
}

export function isPage(path: string): boolean {
  return basename(path).endsWith('.md');
}
