// Gives a line to cmd as it is, which the command line of a program of Linux can't.
const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

const { status } = spawnSync(readFileSync(process.argv[2], 'utf8'), {
  shell: true,
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exitCode = status ?? 1;
