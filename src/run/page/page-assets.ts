import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from '../../package/package-folder.ts';
import type { PageAssets } from '../../report/page/page-policy.ts';

const folder = new URL('dist/page/', PACKAGE_FOLDER);

/** Script and style of `report.html`, or of the pages about many nights, from the package. Errors: the system's own. */
export function readPageAssets(page: 'report' | 'nights'): PageAssets {
  const script = readFileSync(new URL(`${page}.js`, folder), 'utf8');
  const style = readFileSync(new URL(`${page}.css`, folder), 'utf8');
  return { script, style, scriptHash: hashOf(script), styleHash: hashOf(style) };
}

/** Source: Content Security Policy Level 3, section 2.3.1. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
