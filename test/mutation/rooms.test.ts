import { expect, it } from 'vitest';
import { filesOf, ROOMS } from './rooms.ts';

it.each(Object.entries(ROOMS))('the files of %s are there', (_name, room) => {
  expect(filesOf(room.code).length).toBeGreaterThan(0);
  expect(filesOf(room.tests).length).toBeGreaterThan(0);
});
