import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Of undici what the program has of it: connections, without fetch, sockets of the web, caches and HTTP/2. */
const UNDICI = `
  Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, require('undici/lib/api/index.js'));
  exports.Pool = require('undici/lib/dispatcher/pool.js');`;

const lean = {
  name: 'lean',
  resolveId: (id: string, importer: string | undefined) => {
    if (id === 'undici' && importer?.endsWith('packages-alone.ts'))
      return join(import.meta.dirname, 'undici.cjs');
    return id === './client-h2.js' ? join(import.meta.dirname, 'none.cjs') : null;
  },
  load: (id: string) => {
    if (id.endsWith('bench/undici.cjs')) return UNDICI;
    return id.endsWith('bench/none.cjs') ? 'module.exports = () => {};' : null;
  },
};

/** Puts `packages-alone.ts` and what it is made of into one file, and gives back its path. */
export async function bundleAlone(folder: string): Promise<string> {
  const file = join(folder, 'packages-alone.cjs');
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'packages-alone.ts'),
    platform: 'node',
    plugins: [lean],
  });
  await bundle.write({ file, format: 'cjs', codeSplitting: false, comments: false });
  return file;
}
