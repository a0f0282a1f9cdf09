import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { createSelfSigned } from '../service/self-signed.ts';
import { listen } from '../service/support.ts';

interface ProxyOptions {
  /** Where every tunnel leads, whatever host was requested: a port of this computer. */
  readonly leadsTo: number;
  /** Answered to every CONNECT instead. */
  readonly status?: number;
  /** `user:password`; without it, 407. */
  readonly credentials?: string;
}

/** A small company proxy, which remembers the hosts that were requested. It is closed with the test. */
export async function startConnectProxy({ leadsTo, status, credentials }: ProxyOptions) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createServer((_, response) => void response.writeHead(501).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', ({ url = '', headers }, socket) => {
    socket.on('error', () => {});
    asked.push(url);
    const refusal = status ?? (wanted && headers['proxy-authorization'] !== wanted ? 407 : undefined);
    if (refusal !== undefined)
      return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n${headers['proxy-authorization']}`);
    const behind = connect(leadsTo, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(behind).pipe(socket);
    });
    behind.on('error', () => socket.destroy());
    sockets.add(behind);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: await listen(server), asked };
}

/** Speaks TLS for a server of this computer that doesn't. Gone with the test. */
export async function startTlsFront(
  target: string,
  options: Parameters<typeof createSelfSigned>[0] = {},
): Promise<{ readonly port: number; readonly cert: string }> {
  const { key, cert } = createSelfSigned(options);
  const { port } = new URL(target);
  const server = createTlsServer({ key, cert }, (socket) => {
    const behind = connect(Number(port), '127.0.0.1');
    socket.on('error', () => behind.destroy());
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  server.on('tlsClientError', () => {});
  onTestFinished(() => void server.close());
  return { port: await listen(server), cert };
}
