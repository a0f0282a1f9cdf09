import * as fs from 'node:fs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import { findReports, toLink } from '../../../src/run/page/find-reports.ts';
import { aRecord } from '../../support/some-history.ts';
import { tempFolder } from '../../support/temp-folder.ts';

function aReport(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.html'), '');
  return folder;
}

function linksOf(records: readonly RunRecord[], runs: string): readonly (string | undefined)[] {
  return records.map(findReports(records, { page: runs, home: runs, disk: fs }));
}

describe('the reports that a page leads to', () => {
  it('are those of run folders that are still there', () => {
    const runs = tempFolder();
    const records = ['b', 'a', 'gone'].map((name) => aRecord({ folder: join(runs, name) }));
    aReport(join(runs, 'a'));
    aReport(join(runs, 'b'));
    mkdirSync(join(runs, 'gone'));
    expect(linksOf([...records, aRecord({ folder: null })], runs)).toEqual([
      'b/report.html',
      'a/report.html',
      undefined,
      undefined,
    ]);
  });

  it('are not those of an older run whose folder was named again', () => {
    const runs = tempFolder();
    const folder = aReport(join(runs, 'run'));
    expect(linksOf([aRecord({ folder }), aRecord({ folder })], runs)).toEqual(['run/report.html', undefined]);
  });

  it('are found where folders of another machine were copied to, if they are certainly those of the run', () => {
    const runs = tempFolder();
    const named = aRecord({ folder: '/elsewhere/run', id: '2026-11-20T02-15-00Z-costs' });
    const own = aRecord({
      folder: '/elsewhere/2026-11-20T02-15-00Z-costs',
      id: '2026-11-20T02-15-00Z-costs',
    });
    aReport(join(runs, 'run'));
    aReport(join(runs, '2026-11-20T02-15-00Z-costs'));
    expect(linksOf([named, own], runs)).toEqual([undefined, '2026-11-20T02-15-00Z-costs/report.html']);
  });

  it.each(['a b', 'a%20b', 'a#b', 'a?b', '"><script>', "ü'\u202e", 'javascript:alert(1)', '\\x'])(
    'are linked whatever their folder is called: %j',
    (name) => {
      const runs = tempFolder();
      const link = toLink(runs, join(runs, name, 'report.html'));
      expect(link).toMatch(/^[\w%.!~*'()-]+\/report\.html$/);
      const page = pathToFileURL(join(runs, 'index.html'));
      expect(fileURLToPath(new URL(link, page))).toBe(join(runs, name, 'report.html'));
    },
  );
});
