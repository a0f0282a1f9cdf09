import { describe, expect, it } from 'vitest';
import type {
  ApplyOptions,
  CheckOptions,
  ExplainOptions,
  ExportOptions,
  SyncOptions,
  UndoOptions,
} from '../../../src/api/program/options.ts';
import type { CHECK_SETTINGS } from '../../../src/api/stories/check-sheet.ts';
import type { EXPLAIN_SETTINGS } from '../../../src/api/stories/explain-run.ts';
import type {
  APPLY_SETTINGS,
  EXPORT_SETTINGS,
  UNDO_SETTINGS,
} from '../../../src/settings/command-settings.ts';
import { SYNC_SETTINGS } from '../../../src/settings/settings.ts';

type Sources = 'cwd' | 'env' | 'envFile' | 'config';
type OfCall = 'signal' | 'onEvent' | 'traceparent' | 'dryRun' | 'verbose';
type OfRun = Sources | 'apiKey' | 'apiKeyFile' | OfCall;
/** `true` only where both are the same words: `tsc -p test` fails otherwise. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;

describe('the options of a program', () => {
  it('are the settings of the command line, and what stands in for a process', () => {
    const sync: Same<keyof SyncOptions, keyof typeof SYNC_SETTINGS | OfRun | 'input'> = true;
    const apply: Same<keyof ApplyOptions, keyof typeof APPLY_SETTINGS | OfRun | 'job'> = true;
    const undo: Same<keyof UndoOptions, keyof typeof UNDO_SETTINGS | OfRun | 'job'> = true;
    const check: Same<keyof CheckOptions, keyof typeof CHECK_SETTINGS | Sources | 'input'> = true;
    const explain: Same<keyof ExplainOptions, keyof typeof EXPLAIN_SETTINGS | Sources> = true;
    type OfExport = Sources | 'apiKey' | 'apiKeyFile' | 'signal' | 'force';
    const exported: Same<keyof ExportOptions, keyof typeof EXPORT_SETTINGS | OfExport> = true;
    expect([sync, apply, undo, check, explain, exported].every(Boolean)).toBe(true);
  });

  it('have the names of the settings', () => {
    for (const [name, { key }] of Object.entries(SYNC_SETTINGS))
      expect(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)).toBe(key);
  });
});
