import { readFileSync } from 'node:fs';

const packageJson = new URL('../../package.json', import.meta.url);

/** The version of this program, from its package. */
export const VERSION = String(JSON.parse(readFileSync(packageJson, 'utf8')).version);
