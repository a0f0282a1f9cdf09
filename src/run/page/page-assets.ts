import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from '../../package/package-folder.ts';
import type { PageAssets, PageStyle } from '../../report/page/page-policy.ts';

const folder = new URL('dist/page/', PACKAGE_FOLDER);

/** Script and style of `report.html`, from the package. Errors: the system's own. */
export function readPageAssets(): PageAssets {
  const script = readFileSync(new URL('report.js', folder), 'utf8');
  return { script, scriptHash: hashOf(script), ...readPageStyle('report') };
}

/** The style of a page, from the package. Errors: the system's own. */
export function readPageStyle(page: 'report' | 'nights'): PageStyle {
  const style = readFileSync(new URL(`${page}.css`, folder), 'utf8');
  return { style, styleHash: hashOf(style) };
}

/** Source: Content Security Policy Level 3, section 2.3.1. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
