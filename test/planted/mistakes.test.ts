import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/pages.ts';
import { MISTAKES, patch } from './mistakes.ts';

describe('planted mistakes', () => {
  it.each(Object.entries(MISTAKES))('%s can be planted, and its test is there', (_name, mistake) => {
    const text = readFileSync(join(ROOT, mistake.file), 'utf8');
    expect(patch(text, mistake)).not.toBe(text);
    expect(existsSync(join(ROOT, mistake.caughtBy[0]))).toBe(true);
  });
});
