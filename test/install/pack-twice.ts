import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from '../support/pages.ts';

/**
 * Packs two copies of the sources, each with its own `npm ci`, and compares the bytes. The copies differ in what two machines differ in: the length
 * of the path, umask, time zone and language.
 */
const PLACES = [
  { folder: 'one', umask: '022', env: { TZ: 'UTC', LC_ALL: 'C' } },
  { folder: 'another/of a longer name', umask: '077', env: { TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' } },
] as const;

type Place = (typeof PLACES)[number];

function main(): void {
  const root = mkdtempSync(join(tmpdir(), 'pricesheet-pack-'));
  try {
    const hashes = PLACES.map((place) => packIn(root, place));
    if (new Set(hashes).size > 1) throw new Error(`npm pack is not reproducible: ${hashes.join(' and ')}`);
    process.stdout.write(`npm pack gave the same bytes in ${PLACES.length} copies: SHA-256 ${hashes[0]}\n`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function packIn(root: string, { folder, umask, env }: Place): string {
  const target = join(root, folder);
  const steps = [
    `umask ${umask}`,
    'mkdir -p "$TARGET"',
    'cd "$TARGET"',
    // Files get the modes that the umask leaves, as in a clone.
    'tar -C "$SOURCE" --exclude=./node_modules --exclude=./dist --exclude=./.git -cf - . | tar --no-same-permissions -xf -',
    'npm ci --prefer-offline --no-audit --no-fund --loglevel error',
    'npm pack --silent',
  ].join(' && ');
  execFileSync('sh', ['-c', steps], {
    env: { ...process.env, ...env, SOURCE: ROOT, TARGET: target },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { version } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  const bytes = readFileSync(join(target, `pricesheet-${version}.tgz`));
  return createHash('sha256').update(bytes).digest('hex');
}

main();
