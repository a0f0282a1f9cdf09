import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { turn, until } from '../support/turn.ts';
import { get, listen, openTestTransport, post } from './support.ts';

/** Counts the connections of a server, and what came over them. */
async function watch(server: Server, port = 0) {
  const seen = { connections: 0, open: 0, bytes: 0 };
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    seen.connections++;
    seen.open++;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => seen.open--);
    socket.on('data', (data: Buffer) => (seen.bytes += data.length));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { seen, port: await listen(server, port) };
}

const startHttp = (answer: RequestListener = (_, response) => response.end('ok'), port = 0) =>
  watch(createHttpServer({ keepAliveTimeout: 0 }, answer), port);

describe('a connection that is opened early', () => {
  it('is there before the first request, carries nothing, and is the one that the request takes', async () => {
    const { seen, port } = await startHttp();
    const { connect, send } = openTestTransport(`http://127.0.0.1:${port}/v1`);
    connect();
    await until(() => seen.connections === 1);
    for (let turns = 0; turns < 100; turns++) await turn();
    expect(seen).toEqual({ connections: 1, open: 1, bytes: 0 });
    expect(await send(post)).toMatchObject({ kind: 'answer', body: 'ok' });
    expect(seen.connections).toBe(1);
  });

  it('is waited for by the first request only', async () => {
    const { seen, port } = await startHttp();
    const { connect, send } = openTestTransport(`http://127.0.0.1:${port}`);
    connect();
    const all = await Promise.all([send(get), send(get), send(get)]);
    expect(all.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
    expect(seen.connections).toBe(3);
  });

  it('leads through the tunnel of a proxy, once', async () => {
    const { seen, port } = await startHttp();
    const proxy = await startConnectProxy({ leadsTo: port });
    const { connect, send } = openTestTransport('http://service.example.test', {
      proxy: { origin: `http://127.0.0.1:${proxy.port}` },
    });
    connect();
    await until(() => seen.connections === 1);
    expect(seen.bytes).toBe(0);
    expect(await send(post)).toMatchObject({ kind: 'answer', body: 'ok' });
    expect([proxy.asked, seen.connections]).toEqual([['service.example.test:80'], 1]);
  });

  it.each([
    ['ends', (socket: Socket) => void socket.end()],
    ['resets', (socket: Socket) => void socket.resetAndDestroy()],
  ])('fails no request where the service %s it at once', async (_name, drop) => {
    let dropped = 0;
    const server = createHttpServer({ keepAliveTimeout: 0 }, (_, response) => void response.end('ok'));
    server.on('connection', (socket) => {
      if (dropped++ === 0) drop(socket);
    });
    const { seen, port } = await watch(server);
    const { connect, send } = openTestTransport(`http://127.0.0.1:${port}`);
    connect();
    await until(() => seen.connections === 1);
    expect(await send(post)).toMatchObject({ kind: 'answer', body: 'ok' });
    expect(seen.connections).toBe(2);
  });

  it('is forgotten if it failed before the first request, which connects itself', async () => {
    const port = await closedPort();
    const { connect, send } = openTestTransport(`http://127.0.0.1:${port}`);
    connect();
    for (let turns = 0; turns < 1000; turns++) await turn();
    await startHttp(undefined, port);
    expect(await send(post)).toMatchObject({ kind: 'answer', body: 'ok' });
  });

  it('that fails is the failure of the request that waits for it', async () => {
    const port = await closedPort();
    const { connect, send } = openTestTransport(`http://127.0.0.1:${port}`);
    connect();
    expect(await send(post)).toMatchObject({ kind: 'not_sent', cause: { code: 'ECONNREFUSED' } });
    expect(await send(post)).toMatchObject({ kind: 'not_sent', cause: { code: 'ECONNREFUSED' } });
  });

  it('is given up on close, even while it is coming about', async () => {
    // Never answers the handshake.
    const { seen, port } = await watch(createTcpServer());
    const { connect, close } = openTestTransport(`https://127.0.0.1:${port}`, { timeoutMs: 600_000 });
    connect();
    await until(() => seen.bytes > 0);
    expect(seen.open).toBe(1);
    await close();
    for (let turns = 0; seen.open > 0 && turns < 1000; turns++) await turn();
    expect(seen.open).toBe(0);
  });
});

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await listen(server);
  await new Promise((done) => server.close(done));
  return port;
}
