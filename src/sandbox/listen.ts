import type { Server } from 'node:http';
import { SandboxError } from './sandbox-error.ts';

/** Nobody else on the network can reach it. */
const HOST = '127.0.0.1';

/**
 * Listens and gives the base address back, with the port that was really taken.
 *
 * Errors: `SandboxError` `port_in_use`, or `cannot_listen` for anything else (no right to the port, …) with its cause.
 */
export function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => reject(explain(cause, port));
    server.once('error', fail);
    server.listen({ host: HOST, port, backlog: 1024 }, () => {
      server.off('error', fail);
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${HOST}:${taken}`);
    });
  });
}

function explain(cause: NodeJS.ErrnoException, port: number): SandboxError {
  const place = `${HOST}:${port}`;
  if (cause.code === 'EADDRINUSE') {
    return new SandboxError(
      'port_in_use',
      `Cannot listen on ${place}: the port is in use. Choose another, or 0 for any free one`,
      { cause },
    );
  }
  const reason = cause.code === 'EACCES' ? 'this user may not use the port' : cause.message;
  return new SandboxError('cannot_listen', `Cannot listen on ${place}: ${reason}`, { cause });
}
