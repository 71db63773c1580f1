import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { expect, test } from 'vitest';
import { shopperAddress } from './shopper-address.ts';

const CHAINS = ['192.0.2.1', '192.0.2.1, 10.0.0.2', '10.0.0.3, 10.0.0.2', ' 192.0.2.1', '192.0.2.1,', ',192.0.2.1', ''];
const MORE = ['unknown', '192.0.2.1:4711', '2001:db8::1', '192.0.2.1,,10.0.0.2', 'a b', ',', '10.0.0.2'];
const PEERS = ['127.0.0.1', '10.0.0.1', '203.0.113.9', '::1', '::ffff:127.0.0.1', undefined];

test.each(PEERS)('equals the result of @fastify/proxy-addr, connected from %s', (remoteAddress) => {
  const trust = ['loopback', '10.0.0.0/8'];
  const addressOf = shopperAddress(trust.join(', '));
  for (const forwarded of [undefined, ...CHAINS, ...MORE]) {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
    const expected = remoteAddress === undefined ? '' : proxyAddr(request, proxyAddr.compile(trust));
    for (let again = 0; again < 2; again++) expect([forwarded, addressOf(request)]).toEqual([forwarded, expected]);
    expect(shopperAddress(null)(request)).toBe(remoteAddress ?? '');
  }
});
