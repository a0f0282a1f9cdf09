import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * Calls the built library once, as a worker does, and prints as JSON how long the event loop stood still at most, and the longest pause of
 * the collector.
 *
 *     run-library.ts LIBRARY COMMAND SHEET OPTIONS
 */
const [library = '', command = '', sheet = '', options = ''] = process.argv.slice(2);
const { [command]: call } = await import(pathToFileURL(library).href);
let pauseMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) pauseMs = Math.max(pauseMs, duration);
}).observe({ entryTypes: ['gc'] });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const { exit_code, counts } = await call(sheet, JSON.parse(options));
delay.disable();
process.stdout.write(`${JSON.stringify({ exit_code, counts, stallMs: delay.max / 1e6, pauseMs })}\n`);
