import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { openSellingStore, type SellingStore } from '../../tests/harness/selling-store.ts';
import type { StoreConnection } from './order-report.ts';

/** A running Tributary for tests of plugins, with a store, a creator who has a link and the voucher `ANNA10`, and a click on the link. */
export interface TestTributary {
  seller: SellingStore;
  /** A token of a member of the store. */
  member: string;
  creator: number;
  connection: StoreConnection;
  /** The requests of the plugin, as `METHOD path`; assign an empty list to reset it. */
  requests: string[];
  /** The number of further requests for which Tributary is unavailable. */
  failures: number;
  /** Waits until Tributary's record of an order has these fields. */
  expectOrder(code: string, fields: object): Promise<{ id: number }>;
}

/** Call it in `beforeAll`. */
export async function openTributary(): Promise<TestTributary> {
  const seller = await openSellingStore({ now: () => new Date() });
  const { application, storeId, query } = seller;
  const { market, call, tokenOf } = application;
  const userId = await market.user();
  await market.member(storeId, userId);
  const member = await tokenOf(userId);
  const [{ user_id: creator }] = (await query('SELECT user_id FROM links')) as [{ user_id: number }];
  const create = async (what: string, body: object) => {
    const reply = await call({ method: 'POST', url: `/v2/stores/${storeId}/${what}`, as: member, body });
    expect(reply.status).toBe(201);
    return reply.body;
  };
  await create('vouchers', { code: 'ANNA10', user_id: creator });
  const { key: apiKey } = await create('api-keys', { name: 'Plugin', scopes: ['orders'] });

  const tributary: TestTributary = {
    seller,
    member,
    creator,
    requests: [],
    failures: 0,
    connection: { url: await serve(), store: storeId, apiKey },
    async expectOrder(code, fields) {
      let found: { id: number } | undefined;
      await expect
        .poll(async () => {
          const { body } = await call({ url: `/v2/stores/${storeId}/orders?order_id=${code}`, as: member });
          found = body.data[0];
          return found;
        })
        .toMatchObject(fields);
      return found!;
    },
  };
  return tributary;

  /** A proxy in front of Tributary that can be made unavailable. */
  async function serve(): Promise<string> {
    const server = createServer(async (request, response) => {
      const payload = await text(request);
      tributary.requests.push(`${request.method} ${request.url}`);
      if (tributary.failures > 0) {
        tributary.failures -= 1;
        response.writeHead(503).end();
        return;
      }
      const { 'content-length': _, connection: __, 'transfer-encoding': ___, ...headers } = request.headers;
      const reply = await application.app.inject({
        method: request.method as 'POST',
        url: request.url!,
        payload,
        headers: headers as Record<string, string>,
      });
      response.writeHead(reply.statusCode, { 'content-type': 'application/json' }).end(reply.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    afterThisFile(async () => void server.close().closeAllConnections());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

/** An amount of the test's store. */
export const sek = (amount: string) => ({ amount, currency: 'SEK' });
