import * as fs from 'node:fs';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../../src/domain/ports.ts';
import { writeIndex } from '../../../src/run/page/write-index.ts';
import { fullDisk } from '../../support/dying-disk.ts';
import { CHRONIC, IN_NEED, writeNinetyNights } from '../../support/ninety-nights.ts';
import { aRecord, writeRun } from '../../support/some-history.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOW = Date.parse('2026-11-20T03:00:00Z');
const isWhole = (page: string): boolean => page.startsWith('<!doctype html>') && page.endsWith('</html>\n');

function aShop() {
  const runs = join(tempFolder(), 'runs');
  writeNinetyNights({ runs, nights: 12, kept: 2, odd: { 0: IN_NEED }, attention: CHRONIC });
  const history = join(runs, '.history');
  const index = join(runs, 'index.html');
  const write = (disk: Disk = fs, now = NOW) =>
    writeIndex({ history, now, redact: (text) => text.replaceAll('CUP-19', '***'), disk });
  return { runs, history, index, write, page: () => readFileSync(index, 'utf8') };
}

describe('the page about all nights', () => {
  it('is in a folder of its own for the history, if that has another name', () => {
    const folder = tempFolder();
    writeRun({ folder: join(folder, 'nights') }, aRecord());
    writeFileSync(join(folder, 'index.html'), 'mine');
    writeIndex({ history: join(folder, 'nights'), now: NOW, redact: (text) => text, disk: fs });
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'nights/index.html'))).toBe(true);
  });

  it('stays as it was on a full disk, with a notice and no draft', () => {
    const { runs, index, write, page } = aShop();
    write();
    const old = page();
    let notice: string | undefined;
    expect(() => {
      notice = write(fullDisk(1), NOW + 60_000);
    }).not.toThrow();
    expect(notice).toBe(`Cannot write the page "${index}": the disk is full`);
    expect(page()).toBe(old);
    expect(readdirSync(runs).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('is whole where two write it at once, and has the runs of both', () => {
    const { history, write, page } = aShop();
    const add = (time: string) =>
      writeRun({ folder: history }, aRecord({ started_at: `2026-11-20T${time}:00.000Z` }));
    let isFirst = true;
    const disk: Disk = {
      ...fs,
      writeSync: (file, bytes, offset) => {
        const size = fs.writeSync(file, bytes, offset);
        // In the middle of the first page another run ends, and writes the page too.
        if (isFirst) {
          isFirst = false;
          add('02:44');
          expect(write()).toBeUndefined();
        }
        return size;
      },
    };
    add('02:33');
    expect(write(disk)).toBeUndefined();
    expect(isWhole(page())).toBe(true);
    expect(page()).toContain('2026-11-20 02:33');
    expect(page()).toContain('2026-11-20 02:44');
  });

  it('leads to reports that are there, of a folder that was named again to the newest, whatever it is called', () => {
    const { runs, history, write, page } = aShop();
    const names = ['a b', 'a%20b', 'a#b', 'a?b', '"><script>', "ü'\u202e", 'javascript:alert(1)', '\\x'];
    for (const name of [...names, 'gone']) {
      const folder = join(runs, name);
      const started_at = '2026-11-20T02:30:00.000Z';
      for (const id of ['older', 'newer'])
        writeRun({ folder: history }, aRecord({ folder, id: `${id} ${name}`, started_at }));
      mkdirSync(folder);
      if (name !== 'gone') writeFileSync(join(folder, 'report.html'), '');
    }
    write();
    const links = [...page().matchAll(/<td><a href="([^"]*)"/g)].map(([, link = '']) =>
      link.replace('&#39;', "'"),
    );
    const found = links.map((link) => fileURLToPath(new URL(link, pathToFileURL(join(runs, 'index.html')))));
    const kept = fs.readdirSync(runs).filter((name) => name.endsWith('Z-costs'));
    expect(links.every((link) => /^[\w%.!~*'()-]+\/report\.html$/.test(link))).toBe(true);
    expect(found.toSorted()).toEqual(
      [...names, ...kept].map((name) => join(runs, name, 'report.html')).toSorted(),
    );
  });
});
