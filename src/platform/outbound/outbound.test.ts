import { createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { openHttpPeer } from '../../../tests/harness/peers/http-peer.ts';
import type { Resolve } from './guarded-lookup.ts';
import { createOutbound, type OutboundRequest } from './outbound.ts';

const LOOPBACK = ['127.0.0.0/8'];
const open = createOutbound({ allow: LOOPBACK });
const closed = createOutbound({ allow: [] });
const get = (url: string, values: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  method: 'GET',
  timeoutMs: 30_000,
  maxReplyBytes: 1_000,
  ...values,
});
const hello = () => openHttpPeer(({ body }) => ({ status: 200, headers: { 'x-peer': 'yes' }, body: `hello ${body}` }));
const portOf = ({ url }: { url: string }) => new URL(url).port;

/** A resolver that returns each given answer once, and then repeats the last one. */
function answering(...answers: string[][]): Resolve & { asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = async (host) => {
    const addresses = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { asked });
}

describe('a reply that is read as it arrives', () => {
  const textOf = async (body: AsyncIterable<Buffer>) => {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('comes with status, headers and body, also after a redirect', async () => {
    const peer = await openHttpPeer(({ target }) =>
      target === '/from'
        ? { status: 302, headers: { location: '/to' }, body: 'moved' }
        : { status: 200, headers: { etag: '"1"' }, body: 'hello' },
    );
    const { body, ...reply } = await open.open(get(`${peer.url}/from`, { maxRedirects: 1 }));
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"1"' }, url: `${peer.url}/to` });
    expect(await textOf(body)).toBe('hello');
  });

  it('is refused when it is too long, comes too late, breaks off, or is at a private address', async () => {
    const peer = await openHttpPeer(() => ({ status: 200, body: 'x'.repeat(1_001) }));
    const reply = await open.open(get(peer.url));
    await expect(textOf(reply.body)).rejects.toMatchObject({ code: 'reply_too_large' });
    peer.failNext('silence');
    await expect(open.open(get(peer.url, { timeoutMs: 50 }))).rejects.toMatchObject({ code: 'timed_out' });
    peer.failNext({ status: 200, headers: { 'content-length': '900' }, body: 'short' });
    const late = await open.open(get(peer.url, { timeoutMs: 300 }));
    await expect(textOf(late.body)).rejects.toMatchObject({ name: 'OutboundError' });
    peer.failNext('hang up');
    await expect(open.open(get(peer.url))).rejects.toMatchObject({ code: 'connection_failed' });
    await expect(closed.open(get(peer.url))).rejects.toMatchObject({ code: 'address_not_allowed' });
  });
});

describe('a reply', () => {
  it('has status, headers and body', async () => {
    const peer = await hello();
    const reply = await open.request(
      get(`${peer.url}/hook?a=1#fragment`, { method: 'POST', body: 'ö', headers: { a: 'b' } }),
    );
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'x-peer': 'yes' },
      isTruncated: false,
      url: `${peer.url}/hook?a=1`,
    });
    expect(reply.body.toString()).toBe('hello ö');
    expect(peer.requests[0]).toMatchObject({
      method: 'POST',
      target: '/hook?a=1',
      headers: { a: 'b', 'content-length': '2' },
    });
  });

  it('that is too long is refused, or cut', async () => {
    const peer = await openHttpPeer(() => ({ status: 200, body: 'x'.repeat(1_001) }));
    await expect(open.request(get(peer.url))).rejects.toMatchObject({ code: 'reply_too_large' });
    const cut = await open.request(get(peer.url, { longReply: 'truncate' }));
    expect([cut.body.length, cut.isTruncated]).toEqual([1_000, true]);
    expect((await open.request(get(peer.url, { maxReplyBytes: 1_001 }))).isTruncated).toBe(false);
  });

  it('that does not arrive in time is an error', async () => {
    const peer = await hello();
    peer.failNext('silence');
    await expect(open.request(get(peer.url, { timeoutMs: 50 }))).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('that arrives byte by byte is limited in its total time', async () => {
    const server = await listening((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    await expect(open.request(get(server, { timeoutMs: 200 }))).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('is not waited for when the host is not resolved in time', async () => {
    const outbound = createOutbound({ allow: [], resolve: () => new Promise(() => {}) });
    await expect(outbound.request(get('http://slow.example/', { timeoutMs: 50 }))).rejects.toMatchObject({
      code: 'timed_out',
    });
  });

  it('is not waited for after the caller cancels', async () => {
    const peer = await hello();
    peer.failNext('silence');
    const signal = AbortSignal.abort();
    await expect(open.request(get(peer.url, { signal }))).rejects.toMatchObject({ code: 'aborted' });
  });

  it('that breaks off is an error with the reason', async () => {
    const peer = await hello();
    peer.failNext('hang up');
    await expect(open.request(get(peer.url))).rejects.toMatchObject({
      code: 'connection_failed',
      message: 'The connection failed (ECONNRESET).',
    });
  });
});

describe('a destination', () => {
  it.each([
    ['ftp://example.com/', 'The URL must begin with https:// or http://.'],
    ['file:///etc/passwd', 'The URL must begin with https:// or http://.'],
    ['https://user@example.com/', 'The URL must not contain a user name or a password.'],
    ['https://:secret@example.com/', 'The URL must not contain a user name or a password.'],
    ['example.com', 'The URL is not valid.'],
    ['https://exa mple.com/', 'The URL is not valid.'],
    [`https://example.com/${'x'.repeat(2_048)}`, 'The URL is longer than 2048 characters.'],
  ])('such as %s is not a valid URL', async (url, message) => {
    expect(() => closed.check(url)).toThrow(expect.objectContaining({ code: 'invalid_url', message }));
    await expect(closed.request(get(url))).rejects.toMatchObject({ code: 'invalid_url' });
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
  ])('at a literal address such as %s is refused before anything is sent', async (url) => {
    expect(() => closed.check(url)).toThrow(expect.objectContaining({ code: 'address_not_allowed' }));
    await expect(closed.request(get(url))).rejects.toMatchObject({ code: 'address_not_allowed' });
  });

  it('by a name that leads to loopback is refused when the connection is made', async () => {
    const peer = await hello();
    const url = `http://localhost:${portOf(peer)}/`;
    closed.check(url);
    await expect(closed.request(get(url))).rejects.toMatchObject({
      code: 'address_not_allowed',
      message: 'localhost does not lead to a public address.',
    });
    expect(peer.requests).toEqual([]);
    // The control: a client that allows the address sends the request.
    expect((await open.request(get(url))).status).toBe(200);
  });

  it('by a name that is public when checked and private a moment later (DNS rebinding) is refused', async () => {
    const peer = await hello();
    const resolve = answering(['93.184.215.14'], ['127.0.0.1']);
    const outbound = createOutbound({ allow: [], resolve });
    const url = `http://rebind.example:${portOf(peer)}/`;
    // A check that resolves the name before the request sees a public address.
    expect(await resolve('rebind.example')).toMatchObject([{ address: '93.184.215.14' }]);
    await expect(outbound.request(get(url))).rejects.toMatchObject({ code: 'address_not_allowed' });
    expect(resolve.asked).toHaveLength(2);
    expect(peer.requests).toEqual([]);
  });

  it('is reached only at those of its addresses that are allowed', async () => {
    const peer = await hello();
    const outbound = createOutbound({ allow: ['127.0.0.1/32'], resolve: answering(['127.0.0.9', '127.0.0.1', '::1']) });
    const reply = await outbound.request(get(`http://mixed.example:${portOf(peer)}/`));
    expect(reply.status).toBe(200);
    expect(peer.requests[0]?.headers.host).toBe(`mixed.example:${portOf(peer)}`);
  });

  it('is resolved for each request, so that a connection is never reused', async () => {
    const peer = await hello();
    const resolve = answering(['127.0.0.1'], ['10.0.0.1']);
    const outbound = createOutbound({ allow: LOOPBACK, resolve });
    const url = `http://moving.example:${portOf(peer)}/`;
    expect((await outbound.request(get(url))).status).toBe(200);
    await expect(outbound.request(get(url))).rejects.toMatchObject({ code: 'address_not_allowed' });
  });

  it('that does not exist is not found', async () => {
    const outbound = createOutbound({ allow: [], resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(outbound.request(get('http://nowhere.example/'))).rejects.toMatchObject({ code: 'host_not_found' });
  });
});

describe('a redirect', () => {
  const redirecting = (location: string, status = 302) => openHttpPeer(() => ({ status, headers: { location } }));

  it('is not followed by default', async () => {
    const target = await hello();
    const peer = await redirecting(target.url);
    expect(await open.request(get(peer.url))).toMatchObject({ status: 302, headers: { location: target.url } });
    expect(target.requests).toEqual([]);
  });

  it('is followed on request, without the headers when it leads to another origin', async () => {
    const target = await hello();
    const peer = await redirecting(`${target.url}/there`);
    const reply = await open.request(get(peer.url, { maxRedirects: 1, headers: { authorization: 'Bearer key' } }));
    expect(reply).toMatchObject({ status: 200, url: `${target.url}/there` });
    expect(peer.requests[0]?.headers.authorization).toBe('Bearer key');
    expect(target.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('to an address that is not allowed is refused', async () => {
    const target = await hello();
    const peer = await redirecting(`http://127.0.0.2:${portOf(target)}/`);
    const outbound = createOutbound({ allow: ['127.0.0.1/32'] });
    await expect(outbound.request(get(peer.url, { maxRedirects: 3 }))).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    expect(target.requests).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'http://user:pw@example.com/'])('to %s is refused', async (location) => {
    const peer = await redirecting(location);
    await expect(open.request(get(peer.url, { maxRedirects: 3 }))).rejects.toMatchObject({ code: 'invalid_url' });
  });

  it('in a cycle ends', async () => {
    const peer = await redirecting('/again');
    await expect(open.request(get(peer.url, { maxRedirects: 3 }))).rejects.toMatchObject({
      code: 'redirect_not_allowed',
    });
    expect(peer.requests).toHaveLength(4);
  });

  it('of a POST is never followed', async () => {
    const target = await hello();
    const peer = await redirecting(target.url, 307);
    const reply = await open.request(get(peer.url, { method: 'POST', body: '{}', maxRedirects: 3 }));
    expect(reply.status).toBe(307);
    expect(target.requests).toEqual([]);
  });
});

test('https is verified: the connection to a server without TLS fails', async () => {
  const peer = await hello();
  await expect(open.request(get(peer.url.replace('http:', 'https:')))).rejects.toMatchObject({
    code: 'connection_failed',
  });
});

/** The URL of a raw server that ends with the test. */
async function listening(onConnection: Parameters<typeof createServer>[1]): Promise<string> {
  const sockets = new Set<{ destroy(): void }>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    onConnection?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}
