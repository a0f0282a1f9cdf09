import { readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from './package-folder.ts';

const packageJson = new URL('package.json', PACKAGE_FOLDER);

/** The version of this program, from its package. */
export const VERSION = String(JSON.parse(readFileSync(packageJson, 'utf8')).version);
