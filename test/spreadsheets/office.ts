import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { tempFolder } from '../support/temp-folder.ts';

/** Where Debian puts it; `SOFFICE` names another one. */
const PLACES = ['/usr/bin/soffice', '/usr/bin/libreoffice'];

/** The spreadsheet that files are opened with. Errors: there is none, which is no reason to call anything tested. */
function findOffice(): string {
  const named = process.env['SOFFICE'];
  const found = [...(named === undefined ? [] : [named]), ...PLACES].find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'NOT TESTED: there is no LibreOffice, so no file was opened in a spreadsheet. Install it (apt-get install --no-install-recommends libreoffice-calc-nogui), or name its soffice in SOFFICE',
  );
}

/** The settings of somebody's spreadsheet. */
export interface Locale {
  readonly name: string;
  /** Of the program: it decides how numbers and dates are written. */
  readonly system: string;
  /** Of the file that is opened, as Windows numbers languages. */
  readonly language: number;
}

/** Source: MS-LCID, section 2.2. */
export const GERMAN: Locale = { name: 'German', system: 'de-DE', language: 1031 };
export const SWEDISH: Locale = { name: 'Swedish', system: 'sv-SE', language: 1053 };
export const ENGLISH: Locale = { name: 'English', system: 'en-US', language: 1033 };

interface Saving {
  readonly locale: Locale;
  readonly delimiter: string;
  /** Dates, times and exponents become numbers, as in Excel; without it only decimal numbers do. */
  readonly detectsSpecialNumbers: boolean;
}

const UTF_8 = 76;
const QUOTE = 34;

/**
 * Opens CSV files in LibreOffice and saves each as CSV again. Returns the paths of the saved files, in the same order.
 *
 * Source of the options: help.libreoffice.org, "Filter Options for CSV": separator, quote, encoding, first line, formats of columns,
 * language; opening: quoted fields as text, detect special numbers; saving: quote all texts, cells as shown, formulas.
 */
export async function saveAgain(
  files: readonly string[],
  { locale, delimiter, detectsSpecialNumbers }: Saving,
): Promise<readonly string[]> {
  const folder = tempFolder();
  const [before, after] = ['before', 'after'].map((name) => join(folder, name)) as [string, string];
  mkdirSync(before);
  const names = files.map((file, at) => `${at}-${basename(file)}`);
  for (const [at, file] of files.entries()) copyFileSync(file, join(before, names[at] ?? ''));
  const head = `${delimiter.charCodeAt(0)},${QUOTE},${UTF_8},1,,${locale.language}`;
  await promisify(execFile)(findOffice(), [
    `-env:UserInstallation=${pathToFileURL(makeProfile(folder, locale))}`,
    '--headless',
    '--norestore',
    `--infilter=CSV:${head},false,${detectsSpecialNumbers}`,
    '--convert-to',
    `csv:Text - txt - csv (StarCalc):${head},false,true,false`,
    '--outdir',
    after,
    ...names.map((name) => join(before, name)),
  ]);
  return names.map((name) => {
    const path = join(after, name);
    if (!existsSync(path)) throw new Error(`LibreOffice did not save ${name}`);
    return path;
  });
}

/** Settings of a user who has begun nothing yet. */
function makeProfile(folder: string, { system }: Locale): string {
  const profile = join(folder, 'profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  const names = ['http://openoffice.org/2001/registry', 'http://www.w3.org/2001/XMLSchema'];
  writeFileSync(
    join(profile, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="${names[0]}" xmlns:xs="${names[1]}">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${system}</value></prop></item>
</oor:items>
`,
  );
  return profile;
}

/** Whether a spreadsheet has saved a file in another way than it was written, so that the test shows something. */
export function isChanged(before: string, after: string): boolean {
  return !readFileSync(before).equals(readFileSync(after));
}
