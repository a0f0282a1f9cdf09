/**
 * The folder of the package, which holds `package.json` and `dist/`. The address is relative to this file, which is as deep below the package in `src`
 * as it is in `dist`, and as the bundles in `dist/chunks` are.
 */
export const PACKAGE_FOLDER = new URL('../../', import.meta.url);
