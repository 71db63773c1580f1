import net from 'node:net';
import { listenAt, listenAtOwnPort } from './free-port.ts';

/** A proxy in front of PostgreSQL that can be interrupted and restored. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Ends every connection and refuses new ones until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Stops passing data without closing connections, like a server that does not respond, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /**
   * The next message that contains `text` reaches the server, and the client never receives its reply. `at`: the connection ends when
   * the message has been passed on (`sent`: the server may not have begun), or when the server has replied (`answered`).
   */
  loseAnswerTo(text: string, at: 'sent' | 'answered'): Promise<void>;
  /** The next message that contains `text` never reaches the server, because the connection ends first. */
  loseMessage(text: string): Promise<void>;
  /** Closes the proxy and its connections. */
  close(): Promise<void>;
}

/** Opens a proxy on loopback in front of the server of a `postgres://` address. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const behind = addressOf(databaseUrl);
  const open = new Set<net.Socket>();
  let isFrozen = false;
  let trap: { text: string; at: 'never' | 'sent' | 'answered'; sprung: () => void } | null = null;

  const server = net.createServer((agency) => {
    const upstream = net.connect(behind);
    let answerIsLost: (() => void) | null = null;
    for (const socket of [agency, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    const end = () => {
      agency.destroy();
      upstream.destroy();
    };
    agency.on('data', (chunk) => {
      if (trap === null || !chunk.includes(trap.text)) return void upstream.write(chunk);
      const { at, sprung } = trap;
      trap = null;
      if (at === 'never') {
        end();
        sprung();
      } else if (at === 'answered') {
        answerIsLost = sprung;
        upstream.write(chunk);
      } else {
        // Closes only our side: the server continues without a client.
        upstream.write(chunk);
        agency.destroy();
        sprung();
      }
    });
    upstream.on('data', (chunk) => {
      if (answerIsLost === null) return void agency.write(chunk);
      end();
      answerIsLost();
      answerIsLost = null;
    });
    agency.on('close', () => upstream.end());
    upstream.on('close', () => agency.destroy());
    // Listening for data has started both streams, so a frozen proxy pauses them.
    if (isFrozen) for (const socket of [agency, upstream]) socket.pause();
  });

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  const port = await listenAtOwnPort(server);

  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  const set = (text: string, at: 'never' | 'sent' | 'answered') =>
    new Promise<void>((resolve) => {
      trap = { text, at, sprung: resolve };
    });
  return {
    url: url.href,
    cut: close,
    restore: () => listenAt(server, port),
    freeze() {
      isFrozen = true;
      for (const socket of open) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of open) socket.resume();
    },
    loseAnswerTo: set,
    loseMessage: (text) => set(text, 'never'),
    close: async () => (server.listening ? close() : undefined),
  };
}

function addressOf(databaseUrl: string): net.NetConnectOpts {
  const url = new URL(databaseUrl);
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  const folder = url.searchParams.get('host');
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}
