import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Puts the script of `report.html` into one file, beside its style. It goes into every run folder, so it is made small. */
const folder = join(import.meta.dirname, 'src/page');

mkdirSync('dist/page', { recursive: true });
const bundle = await rolldown({ input: join(folder, 'main.ts'), platform: 'browser' });
await bundle.write({ file: 'dist/page/report.js', format: 'iife', minify: true });
copyFileSync(join(folder, 'report.css'), 'dist/page/report.css');
