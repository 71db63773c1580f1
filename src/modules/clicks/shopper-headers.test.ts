import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopperHeaders } from './shopper-headers.ts';

const readHeaders = shopperHeaders('cf-ipcountry');
const server = http.createServer((request, response) => {
  const ours = readHeaders(request.rawHeaders);
  const theirs = Object.fromEntries(Object.keys(ours).map((name) => [name, request.headers[name]]));
  response.end(JSON.stringify({ ours, theirs }));
});

/** Sends header lines as they are. @returns what we and what Node made of them */
async function send(lines: readonly string[]): Promise<{ ours: object; theirs: object }> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`);
  let text = '';
  for await (const part of socket) text += part;
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

describe('headers of a shopper', () => {
  it.each([
    [[], {}],
    [['User-Agent: A', 'USER-AGENT: B', 'referer: C', 'Referer: D'], { 'user-agent': 'A', referer: 'C' }],
    [['X-Forwarded-For: 192.0.2.1', 'x-forwarded-for: 192.0.2.2'], { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' }],
    [['Sec-Purpose: prefetch', 'sec-purpose: prerender'], { 'sec-purpose': 'prefetch, prerender' }],
    [['User-Agent:', 'User-Agent: B', 'Via: a', 'Via: b'], { 'user-agent': '', via: 'a, b' }],
    [['CF-IPCountry: SE', 'X-Country: NO'], { 'cf-ipcountry': 'SE' }],
    [['cf-ipcountry: SE', 'CF-IPCountry: NO'], { 'cf-ipcountry': 'SE, NO' }],
    [['__proto__: x', 'constructor: y', 'Accept: z', 'Sec-Fetch-Dest: image'], { 'sec-fetch-dest': 'image' }],
  ])('of %j are those of node:http', async (lines, expected) => {
    const { ours, theirs } = await send(lines);
    expect(ours).toEqual(expected);
    expect(ours).toEqual(theirs);
  });

  it('are found in any spelling and number', () => {
    for (let n = 0; n < 3_000; n++) readHeaders([`x-${n}`, 'a']);
    expect(readHeaders(['uSeR-aGeNt', 'A', 'x-1', 'b'])).toEqual({ 'user-agent': 'A' });
  });
});
