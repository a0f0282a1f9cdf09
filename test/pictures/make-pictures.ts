import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openBrowser, openReport } from '../browser/open-browser.ts';
import { ROOT } from '../support/pages.ts';
import { drawTerminal, type Theme } from './draw-terminal.ts';
import { type PicturedRun, playPicturedRun } from './pictured-run.ts';

/** Writes the pictures of the README from a run of the program. `npm run pictures`; needs Chromium. */
const PICTURES = join(ROOT, 'docs/pictures');
const VIEW = { width: 1000, height: 640 };
const THEMES: readonly Theme[] = ['light', 'dark'];

function nameOf(picture: string, theme: Theme, ending: string): string {
  return join(PICTURES, `${picture}${theme === 'dark' ? '-dark' : ''}.${ending}`);
}

const TIME = /\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z/g;

/** The report with the place of a usual run instead of that of this one. */
function copyOfReport({ folder, url }: PicturedRun): string {
  const home = join(cwd, 'copy', basename(folder).replace(TIME, '2026-11-20T02-15-00Z'));
  const path = join(home, 'report.html');
  mkdirSync(home, { recursive: true });
  const text = readFileSync(join(folder, 'report.html'), 'utf8')
    .replaceAll(cwd, '/srv/prices')
    .replaceAll(url, 'https://your-service.example/v1')
    .replaceAll(TIME, '2026-11-20T02-15-00Z')
    .replaceAll(/fingerprint [0-9a-f]+/g, 'fingerprint 8c56b9485740')
    .replaceAll(/>[\d.]+ s</g, '>1.3 s<')
    .replaceAll(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC/g, '2026-11-20 02:15:00 UTC')
    .replaceAll(/datetime="[^"]*"/g, 'datetime="2026-11-20T02:15:00Z"');
  writeFileSync(path, text);
  return path;
}

async function photographReport(run: PicturedRun): Promise<void> {
  const report = copyOfReport(run);
  const browser = await openBrowser();
  try {
    for (const theme of THEMES) {
      const { page } = await openReport(browser, report, {
        viewport: VIEW,
        colorScheme: theme,
        timezoneId: 'Europe/Berlin',
        locale: 'en-GB',
      });
      await page.screenshot({ path: nameOf('report', theme, 'png') });
    }
  } finally {
    await browser.close();
  }
}

const cwd = mkdtempSync(join(tmpdir(), 'pricesheet-pictures-'));
try {
  mkdirSync(PICTURES, { recursive: true });
  const run = await playPicturedRun(cwd);
  for (const theme of THEMES)
    writeFileSync(nameOf('terminal', theme, 'svg'), drawTerminal(run.terminal, theme));
  await photographReport(run);
} finally {
  rmSync(cwd, { recursive: true, force: true });
}
