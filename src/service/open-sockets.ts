import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

type Connector = buildConnector.connector;

/** What a connector does beyond its type: the socket is there before it is connected. */
type SocketConnector = (...given: Parameters<Connector>) => Socket;

/** The sockets of a client: undici leaves one that is still connecting open, which keeps the process alive. */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();

  /** Remembers the sockets that a connector opens. */
  watch(connect: Connector): Connector {
    return (options, callback) => {
      const socket = (connect as SocketConnector)(options, callback);
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      return socket;
    };
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
