import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

/**
 * Loaded before the program, as `NIGHT` in the environment says: shifts its time, and kills it at one moment, as a power cut would. What it
 * does until then is its own doing.
 */
const { shiftMs, death } = JSON.parse(process.env.NIGHT ?? '{"shiftMs":0}');

const realNow = Date.now;
const now = () => realNow() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (real, given, target) => Reflect.construct(real, given.length === 0 ? [now()] : given, target),
  apply: () => new Date().toString(),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
});

function die() {
  process.kill(process.pid, 'SIGKILL');
}

/** undici says when a request is about to be written, and when its answer is there and nobody has seen it yet. */
const CHANNELS = { leaves: 'undici:client:sendHeaders', arrived: 'undici:request:headers' };

let seen = 0;
if (death?.method !== undefined)
  subscribe(CHANNELS[death.when], ({ request }) => {
    if (request.method === death.method && ++seen === death.nth) die();
  });

/** Calls on a file of that name, by what is done to it. */
if (death?.file !== undefined) {
  const { renameSync, openSync, writeSync } = fs;
  const torn = new Set();
  const dieAt = (call, path) => {
    if (death.call === call && String(path).endsWith(death.file) && ++seen === (death.nth ?? 1)) die();
  };
  // A file that is written anew gets its name once it is whole.
  fs.renameSync = (from, to) => {
    dieAt('rename', to);
    renameSync(from, to);
  };
  fs.openSync = (path, flags, ...rest) => {
    if (flags === 'a') dieAt('append', path);
    const file = openSync(path, flags, ...rest);
    if (flags === 'a' && death.call === 'tear' && String(path).endsWith(death.file)) torn.add(file);
    return file;
  };
  fs.writeSync = (file, bytes, ...rest) => {
    if (!torn.has(file)) return writeSync(file, bytes, ...rest);
    writeSync(file, bytes.subarray(0, Math.ceil(bytes.length / 2)));
    return die();
  };
  syncBuiltinESMExports();
}
