import { once } from 'node:events';
import http from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { listenAt, listenAtOwnPort } from '../harness/free-port.ts';

/** A receiver of webhooks that records the acknowledged events. */
export interface WebhookReceiver {
  url: string;
  /** The number of acknowledgements of `order.created`, by the store's order number. */
  created: Map<string, number>;
  /** Number of requests whose signature was invalid. */
  forged: number;
  /** Sets the secret by which requests are verified. */
  trust(secret: string): void;
  /** Breaks all connections, including those of requests that were read and not answered, and accepts requests again after a while. */
  crash(forMs: number): Promise<void>;
  stop(): Promise<void>;
}

interface Payload {
  type: string;
  data: { order_id: string };
}

/** Starts a receiver on loopback. */
export async function startReceiver(): Promise<WebhookReceiver> {
  let verifier: Verifier | undefined;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString();
    try {
      verifier?.verify(body, request.headers as Record<string, string>);
    } catch {
      receiver.forged += 1;
    }
    const { type, data } = JSON.parse(body) as Payload;
    response.on('finish', () => {
      const { created } = receiver;
      if (type === 'order.created') created.set(data.order_id, (created.get(data.order_id) ?? 0) + 1);
    });
    response.writeHead(204).end();
  });
  const port = await listenAtOwnPort(server);
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/events`,
    created: new Map(),
    forged: 0,
    trust: (secret) => {
      verifier = new Verifier(secret);
    },
    crash: async (forMs) => {
      await close();
      await new Promise((resolve) => setTimeout(resolve, forMs));
      await listenAt(server, port);
    },
    stop: close,
  };
  return receiver;
}
