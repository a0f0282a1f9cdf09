import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { createSelfSigned } from '../service/self-signed.ts';
import { listen } from '../service/support.ts';

/** Speaks TLS for a server of this computer that doesn't. Gone with the test. */
export async function startTlsFront(
  target: string,
  options: Parameters<typeof createSelfSigned>[0] = {},
): Promise<{ readonly port: number; readonly cert: string }> {
  const { key, cert } = createSelfSigned(options);
  const { port } = new URL(target);
  const server = createServer({ key, cert }, (socket) => {
    const behind = connect(Number(port), '127.0.0.1');
    socket.on('error', () => behind.destroy());
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  server.on('tlsClientError', () => {});
  onTestFinished(() => void server.close());
  return { port: await listen(server), cert };
}
