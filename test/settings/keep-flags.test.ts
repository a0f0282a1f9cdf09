import { describe, expect, it } from 'vitest';
import { keepFlags } from '../../src/settings/keep-flags.ts';
import { UNDO_SETTINGS } from '../../src/settings/undo-settings.ts';

describe('keepFlags', () => {
  it('keeps a switch that is turned off', () => {
    const flags = ['--header-row', 'none', '--no-follow-up', '--follow-up', '--max-change', '90'];
    expect(keepFlags(flags, UNDO_SETTINGS)).toEqual(['--no-follow-up', '--follow-up']);
  });

  it('keeps the flags that the command knows with their values, and those that say where settings come from', () => {
    const flags = [
      '--rate',
      '5',
      '--max-change',
      '90',
      '--sku-ignore-case',
      '--config',
      'my file.json',
      '--job',
      'costs',
    ];
    expect(keepFlags(flags, UNDO_SETTINGS)).toEqual(['--rate', '5', '--config', 'my file.json']);
  });
});
