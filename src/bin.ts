#!/usr/bin/env node
import process from 'node:process';
import { findPrebuiltHelp } from './cli/help/prebuilt-help.ts';
import { processStdio } from './cli/process-stdio.ts';

const argv = process.argv.slice(2);
const stdio = processStdio();
const help = findPrebuiltHelp(argv, stdio.stdout);
if (help === undefined)
  import('./cli/main.ts')
    .then(({ main }) => main(argv, stdio))
    .then((code) => {
      process.exitCode = code;
    });
else stdio.stdout.write(help);
