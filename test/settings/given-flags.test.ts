import { describe, expect, it } from 'vitest';
import { APPLY_SETTINGS } from '../../src/settings/apply-settings.ts';
import { givenFlags } from '../../src/settings/given-flags.ts';

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
