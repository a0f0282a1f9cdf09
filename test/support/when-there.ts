import { mkdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { gate } from './gate.ts';

/** Makes a folder, and resolves when a file of this name has turned up in it, with this text in it. */
export function whenThere(folder: string, file: string, text = ''): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { open, opened } = gate();
  const watcher = watch(folder, (_event, name) => {
    if (name !== file) return;
    if (text === '' || readFileSync(join(folder, file), 'utf8').includes(text)) open();
  });
  onTestFinished(() => watcher.close());
  return opened;
}
