import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AUTHORIZATION, listingText } from './account.ts';
import { startChild } from './run-child.ts';
import { type Phase, summarise } from './service-stats.ts';

/** nginx as the service: nothing in JavaScript answers as fast as the program can ask. */
export interface Nginx {
  readonly url: string;
  /** The updates since the last call, by nginx's clock, once it has written down so many; those of a user agent "yardstick" don't count. */
  takePosts(count: number): Promise<Phase>;
  stop(): void;
}

const START_MS = 10_000;
/** Unlike the service of `serve.ts`, nginx does not notice by itself that nobody is left to use it. */
const DIE_WITH_US =
  spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0
    ? ['setpriv', '--pdeathsig', 'KILL']
    : [];
const LOG_MS = 10_000;

/**
 * Starts nginx, with lookups and updates of the account of `account.ts`: what a listing holds follows from the digits of
 * its number, which nginx can copy into an answer.
 *
 * Errors: where it does not come up.
 */
export async function startNginx(folder: string): Promise<Nginx> {
  const home = join(folder, 'nginx');
  mkdirSync(home, { recursive: true });
  const log = join(home, 'posts.log');
  const port = await findFreePort();
  const config = join(home, 'nginx.conf');
  writeFileSync(config, configure({ home, log, port }));
  const child = startChild('server', [...DIE_WITH_US, 'nginx', '-e', 'stderr', '-p', home, '-c', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let ended = false;
  child.on('error', () => (ended = true));
  child.on('close', () => (ended = true));
  const origin = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + START_MS;
  while (!(await answers(origin))) {
    if (ended || Date.now() > giveUpAt) throw new Error('nginx did not start');
    await wait(20);
  }
  return {
    url: `${origin}/v1`,
    takePosts: async (count) => {
      const posts = await readPosts(log, count);
      truncateSync(log, 0);
      return summarise(posts);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

function configure({ home, log, port }: Readonly<{ home: string; log: string; port: number }>): string {
  const created = '1750000000';
  const found = listingText({ digits: '$sku_digits', tail: '$sku_tail', cost: '1$sku_tail', created });
  const updated = listingText({ digits: '$id_digits', tail: '$id_tail', cost: '$arg_cost', created });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
pid ${home}/nginx.pid;
events { worker_connections 1024; }
http {
  ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join(' ')}
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  default_type application/json;
  access_log off;
  log_format posts '$msec';
  map $arg_sku $sku_digits { "~^ART-(?<a>[0-9]{12})$" $a; }
  map $arg_sku $sku_tail { "~^ART-[0-9]{9}(?<b>[0-9]{3})$" $b; }
  map $http_user_agent $is_counted { yardstick 0; default 1; }
  server {
    listen 127.0.0.1:${port};
    location = /up { return 200 'up'; }
    location = /v1/listings {
      if ($http_authorization != '${AUTHORIZATION}') { return 401; }
      if ($sku_digits = '') { return 200 '{"object":"list","has_more":false,"data":[]}'; }
      return 200 '{"object":"list","has_more":false,"data":[${found}]}';
    }
    location ~ "^/v1/listings/[0-9a-f-]{24}(?<id_digits>[0-9]{9}(?<id_tail>[0-9]{3}))$" {
      if ($http_authorization != '${AUTHORIZATION}') { return 401; }
      access_log ${log} posts buffer=64k flush=50ms if=$is_counted;
      return 200 '${updated}';
    }
  }
}
`;
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/up`)).ok;
  } catch {
    return false;
  }
}

async function readPosts(log: string, count: number): Promise<readonly number[]> {
  const giveUpAt = Date.now() + LOG_MS;
  for (;;) {
    const lines = existsSync(log) ? readFileSync(log, 'latin1').split('\n').filter(Boolean) : [];
    if (lines.length === count) return lines.map((line) => Number(line) * 1000);
    if (lines.length > count || Date.now() > giveUpAt)
      throw new Error(`nginx saw ${lines.length} updates instead of ${count}`);
    await wait(20);
  }
}
