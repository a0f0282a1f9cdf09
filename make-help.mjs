import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { main } from './dist/cli/main.js';
import { buildProgram } from './dist/cli/program.js';

/** Keeps the help of the program and of each command as it is where no terminal bounds it: see `src/cli/help/prebuilt-help.ts`. */
const folder = join(import.meta.dirname, 'dist/help');
const outside = { stderr: process.stderr, env: {}, cwd: import.meta.dirname };

mkdirSync(folder, { recursive: true });
const { commands } = buildProgram({ stdio: { ...outside, stdout: {} }, argv: [], onExit: () => {} });
await make('the-program', ['--help']);
for (const command of commands) await make(command.name(), [command.name(), '--help']);

async function make(page, argv) {
  let text = '';
  const stdout = {
    write: (more) => {
      text += more;
    },
  };
  const code = await main(argv, { ...outside, stdout });
  if (code !== 0 || text === '')
    throw new Error(`Cannot make the help of ${argv.join(' ')}: it ended with ${code}`);
  writeFileSync(join(folder, `${page}.txt`), text);
}
