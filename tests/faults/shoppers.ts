import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const TIMEOUT_MS = 15_000;
const PAUSE_AFTER_FAILURE_MS = 50;

/** Many concurrent shoppers, each request from a separate address. Acknowledged clicks are recorded. */
export interface Shoppers {
  sent: number;
  /** Ids of the clicks that were acknowledged with a 302. */
  acknowledged: string[];
  /** Replies other than 302, by status; 0 means no reply. */
  failures: Map<number, number>;
  /** The longest time until a 302, in milliseconds. */
  slowestMs: number;
  /** The longest time without a redirect, in milliseconds. */
  longestGapMs: number;
  stop(): Promise<void>;
}

/** The share of the requests that were answered with a 302, from 0 to 1. */
export function shareSentOn({ acknowledged, failures }: Shoppers): number {
  const refused = [...failures.values()].reduce((sum, count) => sum + count, 0);
  return acknowledged.length / Math.max(1, acknowledged.length + refused);
}

let lastAddress = 0;

/**
 * Each call is a new visitor, up to 16 million, in a network that none of the latest 65,536 visitors had, because visitors of one
 * network wait for each other in the database, and batches of two processes would never overlap.
 */
function nextAddress(): string {
  lastAddress += 1;
  return `10.${lastAddress & 255}.${(lastAddress >> 8) & 255}.${(lastAddress >> 16) & 255}`;
}

export interface ShoppersOptions {
  clients: number;
  /** The ports over which clients are spread. */
  ports: readonly number[];
  /** Codes of the links that the shoppers follow in turn. */
  codes: readonly string[];
  /** The number of requests after which each client stops. */
  requestsEach?: number;
  /** Pause between two requests of a client, in milliseconds. */
  pauseMs?: number;
}

/** Sends shoppers until `stop`, or until each client has sent `requestsEach`. */
export function sendShoppers(options: ShoppersOptions): Shoppers & { done: Promise<unknown> } {
  const { clients, ports, codes, requestsEach = Infinity, pauseMs = 0 } = options;
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  let isOver = false;
  let lastSentOn = performance.now();
  const client = async (number: number) => {
    for (let request = 0; request < requestsEach && !isOver; request++) {
      const code = codes[(number + request) % codes.length]!;
      shoppers.sent += 1;
      const began = performance.now();
      const { status, location } = await follow(agent, ports[number % ports.length]!, code);
      const clickId = /[?&]tclid=([0-9a-f-]{36})/.exec(location)?.[1];
      if (status === 302 && clickId !== undefined) {
        shoppers.acknowledged.push(clickId);
        const now = performance.now();
        shoppers.slowestMs = Math.max(shoppers.slowestMs, now - began);
        shoppers.longestGapMs = Math.max(shoppers.longestGapMs, now - lastSentOn);
        lastSentOn = now;
      } else {
        shoppers.failures.set(status, (shoppers.failures.get(status) ?? 0) + 1);
        await delay(PAUSE_AFTER_FAILURE_MS);
      }
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  const shoppers = {
    sent: 0,
    acknowledged: [] as string[],
    failures: new Map<number, number>(),
    slowestMs: 0,
    longestGapMs: 0,
    done: Promise.resolve() as Promise<unknown>,
    async stop() {
      isOver = true;
      await shoppers.done;
    },
  };
  shoppers.done = Promise.all(Array.from({ length: clients }, (_, number) => client(number))).finally(() =>
    agent.destroy(),
  );
  return shoppers;
}

function follow(agent: http.Agent, port: number, code: string): Promise<{ status: number; location: string }> {
  return new Promise((resolve) => {
    const headers = { 'user-agent': BROWSER, 'x-forwarded-for': nextAddress() };
    const request = http.get({ host: '127.0.0.1', port, path: `/r/${code}`, agent, headers, timeout: TIMEOUT_MS });
    request.on('response', (response) => {
      response.resume();
      response.on('error', () => resolve({ status: 0, location: '' }));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' }),
      );
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve({ status: 0, location: '' }));
  });
}
