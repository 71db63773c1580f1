import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the ephemeral ports of the system, so that the system does not assign the port to another process before its owner
 * starts or while it restarts.
 */
const [FIRST, END] = [20_000, 32_000];

/** Makes a server listen on loopback, at a port that remains reserved for it between its starts. @returns the port */
export async function listenAtOwnPort(server: Server): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    try {
      await listenAt(server, port);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** Makes a server listen on loopback. @throws when it cannot */
export async function listenAt(server: Server, port: number): Promise<void> {
  // Rejects when the server emits `error` instead.
  const listening = once(server, 'listening');
  server.listen(port, '127.0.0.1');
  await listening;
}

/** Returns an unused port on loopback, for a server that starts next. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenAtOwnPort(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}
