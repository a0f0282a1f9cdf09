import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPages, ROOT, readPage, sectionOf } from './support/pages.ts';

/** The description of the service is as it was received. */
const AS_RECEIVED = ['docs/interface.md'];

interface Ban {
  readonly word: string;
  readonly pattern: RegExp;
  /** Text in which the word is right. */
  readonly allowed: readonly string[];
}

interface Place {
  readonly path: string;
  readonly text: string;
}

/** The word list of CONTRIBUTING.md, which is the only one. */
function readBans(): readonly Ban[] {
  const rows = sectionOf(readPage('CONTRIBUTING.md'), '## Words').matchAll(
    /^\| (`[^|]+) \|[^|]*\|([^|]*)\|$/gm,
  );
  return [...rows].flatMap(([, words = '', allowed = '']) =>
    quotedIn(words).map((word) => ({
      word,
      pattern: word.endsWith('_') ? new RegExp(`\\b${word}`, 'gu') : wholeWords(word),
      allowed: quotedIn(allowed),
    })),
  );
}

function quotedIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}

/** Everything that somebody reads: sources, settings to copy, and pages, the word list itself aside. */
function allPlaces(): readonly Place[] {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|css)$/.test(name))
    .map((name) => join('src', name));
  const files = [...sources, '.env.example', 'package.json'];
  return [...files.map(readPage), ...allPages()]
    .filter(({ path }) => !AS_RECEIVED.includes(path))
    .map((page) => (page.path === 'CONTRIBUTING.md' ? withoutWords(page) : page));
}

function withoutWords(page: Place): Place {
  return { ...page, text: page.text.replace(sectionOf(page, '## Words'), '') };
}

/** The banned words of a text, with their lines: `12: told`. */
function findBanned(text: string, bans: readonly Ban[]): readonly string[] {
  const words = new Set(
    splitIdentifiers(text)
      .toLowerCase()
      .match(/[\p{L}\d]+/gu),
  );
  const found = bans.flatMap(({ word, allowed, pattern }) => {
    // To look for words that are not there at all takes most of the time.
    const isPrefix = word.endsWith('_');
    if (!isPrefix && !word.split(' ').every((each) => words.has(each))) return [];
    const clean = allowed.reduce((rest, phrase) => rest.replaceAll(phrase, ' '.repeat(phrase.length)), text);
    // A constant's prefix is looked for as it is; words also in parts of an identifier: `nearName`, `tell_hook`.
    const searched = isPrefix ? clean : splitIdentifiers(clean);
    return [...searched.matchAll(pattern)].map(({ index }) => `${lineAt(searched, index)}: ${word}`);
  });
  return found.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Puts a blank before each hump of an identifier; lines stay where they are. */
function splitIdentifiers(text: string): string {
  return text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}

function wholeWords(phrase: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${phrase.replaceAll(' ', '[ \\n*/]+')}(?![\\p{L}\\d])`, 'giu');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

const BANS = readBans();

describe('the language of the house', () => {
  it('has a word list that can be read', () => {
    expect(BANS.length).toBeGreaterThan(40);
    expect(
      findBanned('He told\n * so\n * many: nearName, tellHook; told apart in pricesheet/told', BANS),
    ).toEqual(['1: told', '2: so many', '3: tell', '3: told']);
  });

  it.each(allPlaces().map((place) => [place.path, place] as const))('%s has none of them', (_, { text }) => {
    expect(findBanned(text, BANS).join('\n')).toBe('');
  });
});
