import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as received. */
export interface PeerRequest {
  method: string;
  /** Path and query as received. */
  target: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface PeerReply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A planned failure of a request: another reply, no reply, or a broken connection. */
type Failure = PeerReply | 'silence' | 'hang up';

/** Another service, on loopback, for one test. */
export interface HttpPeer {
  url: string;
  requests: PeerRequest[];
  /**
   * The planned failures of the next requests, in order. With `after`, the service has executed the request before the failure.
   */
  failNext(failure: Failure, options?: { after?: boolean }): void;
}

/** Starts a service that replies with `answer`; it ends with the test, or as `until` defines. */
export async function openHttpPeer(
  answer: (request: PeerRequest) => PeerReply,
  until: (end: () => Promise<void>) => void = onTestFinished,
): Promise<HttpPeer> {
  const failures: { failure: Failure; after: boolean }[] = [];
  const requests: PeerRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = await read(incoming);
    requests.push(request);
    const next = failures.shift();
    if (next === undefined) return send(outgoing, answer(request));
    if (next.after) answer(request);
    if (next.failure === 'hang up') incoming.socket.destroy();
    else if (next.failure !== 'silence') send(outgoing, next.failure);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  until(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    failNext: (failure, { after = false } = {}) => void failures.push({ failure, after }),
  };
}

async function read(incoming: IncomingMessage): Promise<PeerRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: incoming.headers,
    body: Buffer.concat(chunks),
  };
}

function send(outgoing: ServerResponse, { status, headers = {}, body = '' }: PeerReply): void {
  outgoing.writeHead(status, headers).end(body);
}
