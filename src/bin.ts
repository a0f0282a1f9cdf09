#!/usr/bin/env node
import process from 'node:process';
import { main } from './cli/main.ts';
import { processStdio } from './cli/process-stdio.ts';

main(process.argv.slice(2), processStdio()).then((code) => {
  process.exitCode = code;
});
