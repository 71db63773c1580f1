import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 40_000;
const PAUSE_AFTER_FAILURE_MS = 50;

/** A store's plugin that reports orders, each repeatedly until it is accepted. The replies are recorded. */
export interface Store {
  /** All orders, reported or not. */
  orders: number;
  /** Numbers of the orders that were acknowledged. */
  acknowledged: string[];
  /** Replies other than 200, by status; 0 means no reply. */
  failures: Map<number, number>;
  /** The duration of each reply other than 200, in milliseconds. */
  refusedAfterMs: number[];
  stop(): Promise<void>;
}

export interface ShopOptions {
  clients: number;
  port: number;
  activationKey: string;
  /** The id of the click that leads to the next order, if any. */
  click: () => string | undefined;
  pauseMs?: number;
}

/** The value of every order. */
export const ORDER_VALUE = '129.50';

/** Reports orders until `stop`. */
export function reportOrders({ clients, port, activationKey, click, pauseMs = 0 }: ShopOptions): Store {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  let isOver = false;
  const store: Store = { orders: 0, acknowledged: [], failures: new Map(), refusedAfterMs: [], stop: async () => {} };
  const client = async () => {
    while (!isOver) {
      store.orders += 1;
      const number = `F-${store.orders}`;
      const tclid = click();
      const report = {
        service_activation_key: activationKey,
        order_id: number,
        order_value: ORDER_VALUE,
        ...(tclid === undefined ? {} : { tclid }),
      };
      while (!isOver) {
        const began = performance.now();
        const status = await post(agent, port, report);
        if (status === 200) {
          store.acknowledged.push(number);
          break;
        }
        store.failures.set(status, (store.failures.get(status) ?? 0) + 1);
        store.refusedAfterMs.push(performance.now() - began);
        await delay(PAUSE_AFTER_FAILURE_MS);
      }
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  const done = Promise.all(Array.from({ length: clients }, client)).finally(() => agent.destroy());
  store.stop = async () => {
    isOver = true;
    await done;
  };
  return store;
}

function post(agent: http.Agent, port: number, body: object): Promise<number> {
  return new Promise((resolve) => {
    const text = JSON.stringify(body);
    const request = http.request({
      host: '127.0.0.1',
      port,
      agent,
      method: 'POST',
      path: '/v2/order-collectors/shop-plugin/orders',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      timeout: TIMEOUT_MS,
    });
    request.on('response', (response) => {
      response.resume();
      response.on('error', () => resolve(0));
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
    request.end(text);
  });
}
