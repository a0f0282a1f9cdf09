import { describe, expect, it } from 'vitest';
import { COLUMN_NAMES } from '../../../src/sheet/header/column.ts';
import { STRONG, WEAK } from '../../../src/sheet/header/header-meanings.ts';
import { readPage } from '../../support/pages.ts';

const DOCS = readPage('docs/sheets.md').text.replaceAll(/[ \n]+/g, ' ');
const TOLD_APART = COLUMN_NAMES.filter((name) => !['platform', 'channel', 'listing_id'].includes(name));

describe('docs/sheets.md', () => {
  it.each(TOLD_APART)('lists the names of %s, the best first', (name) => {
    expect(DOCS).toContain(
      `| \`${name}\` | ${STRONG[name].join(', ')} | ${(WEAK[name] ?? []).join(', ')} |`.replaceAll(
        / +/g,
        ' ',
      ),
    );
  });
});
