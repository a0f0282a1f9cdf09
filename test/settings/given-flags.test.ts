import { describe, expect, it } from 'vitest';
import { APPLY_SETTINGS, UNDO_SETTINGS } from '../../src/settings/command-settings.ts';
import { givenFlags, keepFlags, stepFlagsOf } from '../../src/settings/given-flags.ts';
import { SETTINGS } from '../../src/settings/settings.ts';

describe('givenFlags', () => {
  it.each([
    ['a text', { rate: '5' }, ['--rate', '5']],
    ['a switch', { followUp: true }, ['--follow-up']],
    ['a switch that is turned off', { followUp: false }, ['--no-follow-up']],
    ['nothing', {}, []],
    ['a flag of another command', { maxChange: '90' }, []],
  ])('%s', (_name, options, expected) => {
    expect(givenFlags(APPLY_SETTINGS, options)).toEqual(expected);
  });

  it('keeps flags that say how one file is written apart, and leaves out what is for one run', () => {
    const ofFile = { delimiter: ';', headerRow: '3' };
    const options = { ...ofFile, map: 'sku=A', rate: '5', out: 'here', allow: 'zero_price', yes: true };
    const written = ['--delimiter', ';', '--header-row', '3'];
    const others = ['--rate', '5', '--map', 'sku=A'];
    expect(givenFlags(SETTINGS, options, { layout: true })).toEqual(written);
    expect(givenFlags(SETTINGS, options, { layout: false })).toEqual(others);
    expect(givenFlags(SETTINGS, options)).toEqual([...written, ...others]);
  });
});

describe('keepFlags', () => {
  it('keeps a switch that is turned off', () => {
    const flags = ['--header-row', 'none', '--no-follow-up', '--follow-up', '--max-change', '90'];
    expect(keepFlags(flags, UNDO_SETTINGS)).toEqual(['--no-follow-up', '--follow-up']);
  });

  it('keeps the flags that the command knows with their values, and those that say where settings come from', () => {
    const flags = '--rate 5 --max-change 90 --newest --config my-file.json --job costs'.split(' ');
    expect(keepFlags(flags, UNDO_SETTINGS)).toEqual(['--rate', '5', '--config', 'my-file.json']);
  });
});

describe('stepFlagsOf', () => {
  it.each([
    ['what is for one run', { allow: 'max_change', dryRun: true }, ['--allow', 'max_change', '--dry-run']],
    ['no flag for what a program leaves off', { dryRun: false }, []],
  ])('has %s', (_name, options, onceFlags) => {
    expect(stepFlagsOf({ options, shell: 'posix' })).toMatchObject({ onceFlags });
  });
});
