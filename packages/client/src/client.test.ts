import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  ApiError,
  ChangedSinceError,
  ConflictError,
  ConnectionError,
  createClient,
  exportRecords,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  newWebhookSecret,
  paginate,
  RateLimitError,
  RuleError,
  ServerError,
  signWebhook,
  UnauthenticatedError,
  UnavailableError,
  verifyWebhook,
  WebhookVerificationError,
} from './index.ts';

type Answer = Response | Error;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** A client whose requests receive these replies in order. */
function clientOf(answers: Answer[], retries = 3) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl: 'https://tributary.example',
    token: 'secret',
    retries,
    fetch: async (request) => {
      requests.push(request);
      const answer = answers[requests.length - 1];
      if (answer === undefined) throw new Error('more requests than answers');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  return { client, requests, waits };
}

const me = () => json(200, { id: 7 });
const lost = () => new TypeError('fetch failed');
const order = { params: { path: { store: 1 } }, body: { order_id: 'A-1', order_value: 10 } } as const;

describe('an error reply', () => {
  it.each<[number, typeof ApiError, object]>([
    [400, RuleError, { status: 400, error: 'url_blocked', message: 'No.' }],
    [401, UnauthenticatedError, { message: 'Unauthenticated.' }],
    [403, ForbiddenError, { status: 403, error: 'insufficient_scope', message: 'No.' }],
    [404, NotFoundError, { message: 'No query results for store.' }],
    [405, ApiError, { status: 405, error: 'method_not_allowed', message: 'No.' }],
    [409, ConflictError, { status: 409, error: 'idempotency_key_reused', message: 'No.' }],
    [412, ChangedSinceError, { status: 412, error: 'changed_since', message: 'No.', changed: ['name'] }],
    [422, InvalidInputError, { message: 'The given data was invalid.', errors: { url: ['must be a URL'] } }],
    [500, ServerError, { message: 'Server Error', request_id: 'req-1' }],
  ])('of %i is thrown as its class', async (status, Class, body) => {
    const error = await clientOf([json(status, body)])
      .client.GET('/v2/me')
      .catch((thrown) => thrown);
    const { message, errors } = body as { message: string; errors?: object };
    const expected = errors === undefined ? message : `${message} url: must be a URL`;
    expect([error.constructor, error.status, error.message]).toEqual([Class, status, expected]);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.code).toBe((body as { error?: string }).error ?? null);
    expect(error.fields).toEqual((body as { errors?: object }).errors ?? {});
    expect(error.changed).toEqual((body as { changed?: string[] }).changed);
    expect(error.requestId).toBe((body as { request_id?: string }).request_id ?? null);
  });

  it('has the id of the request, and the first fault of several in its message', async () => {
    const body = { message: 'Invalid.', errors: { url: ['must be a URL', 'is long'], size: ['must be at most 9'] } };
    const error = await clientOf([json(422, body, { 'x-request-id': 'req-7' })])
      .client.GET('/v2/me')
      .catch((thrown) => thrown);
    expect([error.requestId, error.message]).toEqual(['req-7', 'Invalid. url: must be a URL (and 1 more)']);
    const refused = await clientOf([json(400, { error: 'x', message: 'No.' }, { 'x-request-id': 'req-8' })])
      .client.GET('/v2/me')
      .catch((thrown) => thrown);
    expect([refused.requestId, refused.message]).toEqual(['req-8', 'No.']);
  });

  it('that a proxy has written has no code and no fields', async () => {
    const error = await clientOf([new Response('<html>', { status: 413 })])
      .client.GET('/v2/me')
      .catch((thrown) => thrown);
    expect([error.constructor, error.message, error.code]).toEqual([ApiError, 'The server answered 413.', null]);
  });
});

describe('a request', () => {
  it('has the token, and the address of the service', async () => {
    const { client, requests } = clientOf([me()]);
    expect((await client.GET('/v2/me')).data).toEqual({ id: 7 });
    expect([requests[0]!.url, requests[0]!.headers.get('authorization')]).toEqual([
      'https://tributary.example/v2/me',
      'secret',
    ]);
  });

  it('is repeated while the service is unavailable, with growing pauses', async () => {
    const { client, requests, waits } = clientOf([lost(), json(503, {}), json(502, {}), me()]);
    expect((await client.GET('/v2/me')).data).toEqual({ id: 7 });
    expect(requests).toHaveLength(4);
    expect(waits[1]!).toBeGreaterThanOrEqual(250);
    expect(waits[2]!).toBeGreaterThanOrEqual(500);
  });

  it('is given up after the last attempt', async () => {
    await expect(clientOf([lost(), lost(), lost(), lost()]).client.GET('/v2/me')).rejects.toBeInstanceOf(
      ConnectionError,
    );
    const away = clientOf([json(503, {}), json(503, {}), json(503, {}), json(503, {})]).client.GET('/v2/me');
    await expect(away).rejects.toBeInstanceOf(UnavailableError);
  });

  it('waits as long as Retry-After requires, unless that is long', async () => {
    const { client, waits } = clientOf([json(429, {}, { 'retry-after': '7' }), me()]);
    await client.GET('/v2/me');
    expect(waits).toEqual([7_000]);
    const long = clientOf([json(429, {}, { 'retry-after': '900' })]).client.GET('/v2/me');
    const error = await long.catch((thrown) => thrown);
    expect([error.constructor, error.retryAfterSeconds]).toEqual([RateLimitError, 900]);
  });

  it('that moves money has one idempotency key in all attempts, and its body', async () => {
    const { client, requests } = clientOf([lost(), json(503, {}), json(201, { id: 1 })]);
    await client.POST('/v2/stores/{store}/orders', order);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await requests[2]!.json()).toEqual(order.body);
  });

  it('keeps a key that the caller has chosen', async () => {
    const { client, requests } = clientOf([json(201, { id: 1 })]);
    await client.POST('/v2/stores/{store}/orders', { ...order, headers: { 'idempotency-key': 'mine' } });
    expect(requests[0]!.headers.get('idempotency-key')).toBe('mine');
  });

  it('that may have been executed and has no key is not repeated, but a refused one is', async () => {
    const body = { url: 'https://store.example/' };
    const { client, requests } = clientOf([lost()]);
    await expect(client.POST('/v2/affiliate-links', { body })).rejects.toBeInstanceOf(ConnectionError);
    expect([requests.length, requests[0]!.headers.has('idempotency-key')]).toEqual([1, false]);
    const refused = clientOf([json(429, {}), json(200, {})]);
    await refused.client.POST('/v2/affiliate-links', { body });
    expect(refused.requests).toHaveLength(2);
  });

  it('is sent once, and without a key, when repetitions are off', async () => {
    const { client, requests } = clientOf([json(503, {})], 0);
    await expect(client.POST('/v2/stores/{store}/orders', order)).rejects.toBeInstanceOf(UnavailableError);
    expect([requests.length, requests[0]!.headers.has('idempotency-key')]).toEqual([1, false]);
  });

  it('that the caller aborts ends with the reason, and is not repeated', async () => {
    const controller = new AbortController();
    const client = createClient({
      baseUrl: 'https://tributary.example',
      fetch: async () => {
        controller.abort();
        throw controller.signal.reason;
      },
    });
    const error = await client.GET('/v2/me', { signal: controller.signal }).catch((thrown) => thrown);
    expect(error.name).toBe('AbortError');
  });
});

describe('a list', () => {
  const page = (ids: number[], next: string | null) => json(200, { data: ids.map((id) => ({ id })), links: { next } });

  it('is read page by page, as far as it is needed', async () => {
    const { client, requests } = clientOf([page([1, 2], '/next'), page([3], null)]);
    const ids: number[] = [];
    for await (const { id } of paginate(client, '/v2/affiliate-links', { params: { query: { size: 2 } } }))
      ids.push(id);
    expect(ids).toEqual([1, 2, 3]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?size=2&page=1', '?size=2&page=2']);
    const early = clientOf([page([1, 2], '/next')]);
    for await (const { id } of paginate(early.client, '/v2/affiliate-links')) if (id === 2) break;
    expect(early.requests).toHaveLength(1);
  });
});

describe('an export', () => {
  const record = (n: number) => `${JSON.stringify({ id: n, cursor: `c${n}` })}\n`;
  const end = (cursor: string) => `${JSON.stringify({ cursor, end: true })}\n`;
  /** A reply with these texts, after which the connection breaks. */
  const broken = (...texts: string[]) => {
    const chunks = texts.map((text) => new TextEncoder().encode(text));
    const pull = (controller: ReadableStreamDefaultController) => {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.error(new Error('connection reset'));
      else controller.enqueue(chunk);
    };
    return new Response(new ReadableStream({ pull }));
  };

  it('continues after the last complete record when a reply is cut off, anywhere', async () => {
    const half = record(3).slice(0, 7);
    const { client, requests } = clientOf([
      broken(record(1), record(2) + half),
      new Response(record(3)),
      new Response(end('c3')),
    ]);
    const records = exportRecords(client, 'clicks');
    const ids: unknown[] = [];
    let last = await records.next();
    for (; !last.done; last = await records.next()) ids.push(last.value['id']);
    expect([ids, last.value]).toEqual([[1, 2, 3], 'c3']);
    const cursors = requests.map(({ url }) => new URL(url).searchParams.get('after'));
    expect(cursors).toEqual([null, 'c2', 'c3']);
  });

  it('is given up when several replies in a row have no record', async () => {
    const { client } = clientOf([broken(), broken(), broken(), broken()]);
    await expect(exportRecords(client, 'orders', { after: 'c0' }).next()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('that follows waits for records', async () => {
    const { client, requests } = clientOf([new Response(end('c0')), new Response(record(1) + end('c1'))]);
    const records = exportRecords(client, 'orders', { follow: true });
    expect((await records.next()).value).toEqual({ id: 1, cursor: 'c1' });
    await records.return(undefined);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('wait_seconds'))).toEqual(['0', '20']);
  });
});

describe('a webhook', () => {
  const body = JSON.stringify({
    id: 'msg_1',
    type: 'order.created',
    version: 1,
    timestamp: '2026-11-01T00:00:00Z',
    data: { title: 'Ö' },
  });
  const at = new Date('2026-11-01T00:00:00Z');

  it('is verified as the official library signs, and signed as it verifies', async () => {
    const secret = newWebhookSecret();
    const signature = new Webhook(secret).sign('msg_1', at, body);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at.getTime() / 1_000),
      'webhook-signature': signature,
    };
    expect(await verifyWebhook({ secret, body, headers, now: at })).toEqual(JSON.parse(body));
    const bytes = new TextEncoder().encode(body);
    const rotated = [newWebhookSecret(), secret];
    expect(await verifyWebhook({ secret: rotated, body: bytes, headers: new Headers(headers), now: at })).toEqual(
      JSON.parse(body),
    );
    const ours = await signWebhook(secret, { id: 'msg_1', body });
    expect(new Webhook(secret).verify(body, ours)).toEqual(JSON.parse(body));
  });

  it('is refused with another secret, body, id or time, and without a header', async () => {
    const secret = newWebhookSecret();
    const headers = await signWebhook(secret, { id: 'msg_1', body, at });
    const valid = { secret, body, headers, now: at };
    await verifyWebhook(valid);
    const { 'webhook-id': _, ...without } = headers;
    for (const change of [
      { secret: newWebhookSecret() },
      { body: body.replace('created', 'updated') },
      { headers: { ...headers, 'webhook-id': 'msg_2' } },
      { headers: { ...headers, 'webhook-signature': 'v1,!' } },
      { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') } },
      { headers: { ...headers, 'webhook-timestamp': 'soon' } },
      { headers: without },
      { now: new Date(at.getTime() + 301_000) },
      { now: new Date(at.getTime() - 301_000) },
    ])
      await expect(verifyWebhook({ ...valid, ...change })).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});
