import type { AddressInfo, Server } from 'node:net';
import net from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as the server received it. */
interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
}

/** A real SMTP server on loopback, for one test. */
export interface MailServer {
  url: string;
  mails: ReceivedMail[];
}

interface MailServerOptions {
  /** The permitted credentials; by default, anybody may send. */
  login?: { user: string; password: string };
  /** Whether the connection is encrypted from the first byte, with a self-signed certificate. */
  tls?: boolean;
  /** False if the server does not offer SMTPUTF8. */
  takesUnicode?: boolean;
  /** An SMTP status with which this step is refused. */
  refuse?: { sender?: number; recipient?: number; content?: number };
}

export async function openMailServer({
  login,
  tls = false,
  takesUnicode = true,
  refuse = {},
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refusal = (status: number | undefined, words: string) =>
    status === undefined ? null : Object.assign(new Error(words), { responseCode: status });
  const server = new SMTPServer({
    secure: tls,
    logger: false,
    hideSMTPUTF8: !takesUnicode,
    authOptional: login === undefined,
    // The library's certificate is self-signed; here plain connections stay on this machine.
    disabledCommands: tls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onMailFrom: (_address, _session, done) => done(refusal(refuse.sender, 'not from you')),
    onRcptTo: ({ address }, _session, done) => done(refusal(refuse.recipient, `no such user ${address}`)),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refusal(refuse.content, 'not this');
        if (refused === null) {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          mails.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') });
        }
        done(refused);
      });
    },
  });
  server.on('error', () => {});
  const port = await listening(server.listen(0, '127.0.0.1'));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return { url: `${tls ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`, mails };
}

/** A server that accepts connections and never replies. */
export async function openSilentServer(): Promise<{ url: string }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => sockets.add(socket));
  const port = await listening(server.listen(0, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { url: `smtp://127.0.0.1:${port}` };
}

async function listening(server: Server): Promise<number> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}
