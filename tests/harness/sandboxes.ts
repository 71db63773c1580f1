import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { createTestApplication, type TestApplication, type TestApplicationOptions } from './application.ts';

/** A reply of the listening server. */
interface HttpReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields freely
  body: any;
  headers: Headers;
}

/** A marketplace with sandboxes that listens, because requests find sandboxes before any route. */
export interface SandboxScene extends TestApplication {
  origin: string;
  /** The raw token of the user `ownerId`, who owns no sandbox at first and creates those of `make`. */
  owner: string;
  ownerId: number;
  fetch(
    method: string,
    path: string,
    options?: { as?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<HttpReply>;
  /** Makes a sandbox as the owner. */
  make(body?: Record<string, unknown>): Promise<HttpReply['body']>;
  /** Advances the clock of a sandbox, and waits until it has reached the instant. */
  advance(id: string, to: Date | string): Promise<HttpReply['body']>;
}

export async function createSandboxScene(options: TestApplicationOptions = {}): Promise<SandboxScene> {
  const application = await createTestApplication({ ...options, hasSandboxes: true });
  await application.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(application.app.server.address() as AddressInfo).port}`;
  const ownerId = await application.market.user();
  const owner = await application.tokenOf(ownerId);
  const send: SandboxScene['fetch'] = async (method, path, { as, body, headers = {} } = {}) => {
    const reply = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(as === undefined ? {} : { authorization: as }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: reply.status, body: isJson && text !== '' ? JSON.parse(text) : text, headers: reply.headers };
  };
  const expectStatus = (reply: HttpReply, status: number) => {
    if (reply.status !== status) throw new Error(`${reply.status} instead of ${status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  return Object.assign(application, {
    origin,
    owner,
    ownerId,
    fetch: send,
    make: async (body: Record<string, unknown> = {}) =>
      expectStatus(await send('POST', '/v2/sandboxes', { as: owner, body }), 201),
    advance: async (id: string, to: Date | string) => {
      const advance_to = new Date(to).toISOString();
      expectStatus(await send('POST', `/v2/sandboxes/${id}/clock`, { as: owner, body: { advance_to } }), 202);
      let found: HttpReply['body'];
      await vi.waitFor(
        async () => {
          found = expectStatus(await send('GET', `/v2/sandboxes/${id}`, { as: owner }), 200);
          if (found.state !== 'ready') throw new Error('the clock has not arrived');
        },
        { timeout: 500_000, interval: 50 },
      );
      if (found.failure !== null) throw new Error(found.failure);
      return found;
    },
  });
}
