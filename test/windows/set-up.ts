import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { installNode, npm, packInto } from '../support/npm.ts';

/** A new Windows, as Wine plays it. */
export interface Machine {
  /** With Windows' own files, which Wine calls the prefix. */
  readonly prefix: string;
  /** With `node.exe`, `pricesheet.cmd`, and the package as it is installed. */
  readonly programs: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Or why there is none. */
    readonly windows: Machine | string;
  }
}

/** With which all of this was seen to work under Wine 8: newer ones may call what Wine does not have. */
const NODE = '22.20.0';

let place: string | undefined;

export function setup(project: TestProject): void {
  const windows = makeWindows();
  if (typeof windows === 'string') process.stderr.write(`Nothing was run on Windows: ${windows}\n`);
  project.provide('windows', windows);
}

export function teardown(): void {
  if (place === undefined) return;
  endWindows(place);
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

function makeWindows(): Machine | string {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it takes Linux on x64';
  if (!has('wine')) return 'there is no Wine; apt-get install wine brings it';
  place = mkdtempSync(join(tmpdir(), 'pricesheet-windows-'));
  const programs = join(place, 'programs');
  try {
    const node = installNode(join(place, 'node'), { platform: 'win', version: NODE });
    mkdirSync(programs);
    copyFileSync(node, join(programs, 'node.exe'));
  } catch (error) {
    return `npm has no Node.js for Windows: ${(error as Error).message}`;
  }
  installPackage(place, programs);
  const prefix = join(place, 'prefix');
  wine(place, ['wineboot', '--init']);
  // Node.js refuses to start on what Wine 8 is without being asked: Windows 7.
  wine(place, ['winecfg', '-v', 'win10']);
  return { prefix, programs };
}

/**
 * As `npm install --global` leaves it on Windows. The batch file is a shorter one than npm's, of the same effect: npm's goes to a label
 * that does not exist and on from there, which Wine's cmd can't.
 */
function installPackage(folder: string, programs: string): void {
  npm(programs, ['install', '--no-save', '--prefix', '.', packInto(folder)]);
  const line = '@"%~dp0node.exe" "%~dp0node_modules\\pricesheet\\dist\\bin.cjs" %*\r\n';
  writeFileSync(join(programs, 'pricesheet.cmd'), line);
}

function wine(folder: string, argv: readonly string[]): void {
  execFileSync('wine', argv, { env: wineEnv(folder), stdio: 'ignore', timeout: 60_000 });
}

/** Ends all programs of this Windows, and only those. */
function endWindows(folder: string): void {
  if (has('wineserver'))
    try {
      execFileSync('wineserver', ['--kill'], { env: wineEnv(folder), stdio: 'ignore', timeout: 20_000 });
    } catch {
      // None was running.
    }
}

/** No screen, no messages of Wine's own, and nothing of the user's home. */
function wineEnv(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: folder,
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
  };
}

function has(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
