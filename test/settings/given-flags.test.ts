import { describe, expect, it } from 'vitest';
import { formatFollowing, withoutLayout } from '../../src/report/text/format-command.ts';
import { APPLY_SETTINGS, UNDO_SETTINGS } from '../../src/settings/command-settings.ts';
import { givenFlags, givenFlagsOf, keepFlags } from '../../src/settings/given-flags.ts';
import type { Options } from '../../src/settings/read-sources.ts';

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

describe('givenFlagsOf', () => {
  const commandsOf = (options: Options) => {
    const given = givenFlagsOf(options, 'posix');
    const following = ['sync', 'apply', 'check'].map((name) => formatFollowing([name, 'x'], given));
    return [...following, formatFollowing(['sync', 'retry.csv'], withoutLayout(given))];
  };

  it('gives each command what it takes, and a file of the run nothing about the layout of the sheet', () => {
    const ofRun = { rate: '5', out: 'here', allow: 'zero_price', yes: true, newest: true };
    expect(commandsOf({ ...ofRun, delimiter: ';', map: 'sku=A', config: 'c.json' })).toEqual([
      'pricesheet sync x --delimiter ";" --rate 5 --map sku=A --config c.json',
      'pricesheet apply x --rate 5 --config c.json',
      'pricesheet check x --delimiter ";" --map sku=A --config c.json',
      'pricesheet sync retry.csv --rate 5 --map sku=A --config c.json',
    ]);
  });

  it.each([
    ['what is for one run', { allow: 'a,b', dryRun: true }, { allow: ['a', 'b'], once: ['--dry-run'] }],
    ['no flag for what a program leaves off', { dryRun: false }, { allow: [], once: [] }],
  ])('has %s', (_name, options, expected) => {
    expect(givenFlagsOf(options, 'posix')).toMatchObject(expected);
  });
});
