import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readPage } from '../support/pages.ts';

const FOLDER = 'docs/examples/bullmq';

function readJson(path: string) {
  return JSON.parse(readPage(path).text);
}

describe('the example for BullMQ', () => {
  it('asks for the packages that it is tested with', () => {
    const { version, engines, devDependencies } = readJson('package.json');
    const example = readJson(`${FOLDER}/package.json`);
    const { pricesheet, ...others } = { ...example.dependencies, ...example.devDependencies };
    expect(pricesheet).toBe(`file:pricesheet-${version}.tgz`);
    expect(devDependencies).toMatchObject(others);
    expect(example.engines).toEqual(engines);
  });

  it('has a program for each command of the page', () => {
    const { text } = readPage('docs/many-accounts.md');
    const named = new Set([...text.matchAll(/node dist\/(\w+)\.js/g)].map(([, name]) => `${name}.ts`));
    const programs = readdirSync(join(ROOT, FOLDER)).filter((name) => /(?<!^queue)\.ts$/.test(name));
    expect([...named].sort()).toEqual(programs.sort());
  });
});
