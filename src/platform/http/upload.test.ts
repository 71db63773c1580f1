import net, { type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone, signedIn } from '../auth/policy.ts';
import { documentRoutes } from './openapi.ts';
import { operation } from './operation.ts';
import { resolveReferences } from './resolve-references.ts';

const MAX_BYTES = 1_000;

/** Number of calls of the handler, to verify that a test did not call it. */
let handled = 0;
let app: FastifyInstance;
/** A server with short timeouts, so that tests of slow requests end quickly. */
let impatient: FastifyInstance;
beforeAll(async () => {
  [app, impatient] = [await openServer(), await openServer()];
  // Node reads both settings when it starts to listen.
  Object.assign(impatient.server, { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 20 });
  for (const server of [app, impatient]) await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const server of [app, impatient]) await server.close();
});

function openServer(): Promise<FastifyInstance> {
  return sampleServer(
    async (server) => {
      const facts = { title: 'T', description: 'D', version: '1', publicUrl: 'https://t.example', redirectPaths: {} };
      await documentRoutes(server, facts);
      const Got = Type.Object({ filename: Type.String(), mediaType: Type.String(), content: Type.String() });
      const common = {
        method: 'POST',
        tags: ['Sample'],
        upload: { field: 'logo', maxBytes: MAX_BYTES, description: 'A picture.' },
        replies: { 200: Got },
      } as const;
      const handle = ({ upload }: { upload: { content: Buffer; filename: string; mediaType: string } }) => {
        handled += 1;
        return { ...upload, content: upload.content.toString('base64') };
      };
      operation(server, {
        ...common,
        url: '/upload',
        operationId: 'upload',
        summary: 'Upload',
        policy: everyone,
        query: { size: Type.Optional(Type.Integer()) },
        handle,
      });
      operation(server, {
        ...common,
        url: '/own',
        operationId: 'own',
        summary: 'Own',
        scope: 'links',
        presence: 'token',
        policy: signedIn,
        handle,
      });
      operation(server, {
        method: 'POST',
        url: '/json',
        operationId: 'json',
        summary: 'JSON',
        tags: ['Sample'],
        policy: everyone,
        body: Type.Object({}, { additionalProperties: true }),
        replies: { 204: null },
        handle: () => {},
      });
    },
    { unguardedPrefixes: ['/docs'] },
  );
}

const FORM = 'multipart/form-data; boundary=b';

/** One part of a form with the boundary `b`. */
const part = (disposition: string, content: string | Buffer, type = 'image/png') =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const filePart = (content: string | Buffer, name = 'logo') =>
  part(`form-data; name="${name}"; filename="a.png"`, content);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--b--\r\n')]);

/** A body of unknown length that sends its chunks one after the other and never ends. */
function withoutEnd(chunks: Iterable<Buffer>): Readable {
  const coming = chunks[Symbol.iterator]();
  return new Readable({
    read() {
      setImmediate(() => {
        const { value, done } = coming.next();
        if (!done) this.push(value);
      });
    },
  });
}

async function send(
  payload: Buffer | string | Readable,
  { type = FORM, url = '/upload', chunked = false, token = '' } = {},
) {
  const headers = {
    'content-type': type,
    ...(token === '' ? {} : { authorization: token }),
    ...(chunked || payload instanceof Readable ? { 'transfer-encoding': 'chunked' } : {}),
  };
  const before = handled;
  // A stream has no length that could be checked in advance.
  const sent = chunked ? Readable.from([Buffer.from(payload as Buffer)]) : payload;
  const reply = await app.inject({ method: 'POST', url, headers, payload: sent });
  return { status: reply.statusCode, body: reply.json(), wasHandled: handled > before };
}

/** An error in the parts of the form: 422 with these fields. */
const invalid = (errors: Record<string, string[]>) => ({
  status: 422,
  body: { message: 'The given data was invalid.', errors },
  wasHandled: false,
});
const refused = (status: number, error: string, message: string) => ({
  status,
  body: { status, error, message },
  wasHandled: false,
});
const TOO_LARGE = refused(413, 'body_too_large', `The file may have at most ${MAX_BYTES} bytes.`);
const MALFORMED = refused(400, 'malformed_multipart', 'The body is no complete multipart/form-data.');

describe('a form with one file', () => {
  it("reaches the handler unchanged, with the caller's name and media type", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: MAX_BYTES }), fc.boolean(), async (bytes, chunked) => {
        fc.pre(!Buffer.from(bytes).includes('--b'));
        const { status, body } = await send(form(filePart(Buffer.from(bytes))), { chunked });
        expect([status, body]).toEqual([
          200,
          { filename: 'a.png', mediaType: 'image/png', content: Buffer.from(bytes).toString('base64') },
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it('is accepted in the forms that browsers and fetch send', async () => {
    const data = new FormData();
    data.append('logo', new Blob(['xyz'], { type: 'text/csv' }), 'räksmörgås.csv');
    const encoded = new Response(data);
    const type = encoded.headers.get('content-type') ?? '';
    const { body } = await send(Buffer.from(await encoded.arrayBuffer()), { type });
    expect(body).toEqual({ filename: 'räksmörgås.csv', mediaType: 'text/csv', content: 'eHl6' });
  });

  it('has a name without folders, or none', async () => {
    const named = async (name: string) =>
      (await send(form(part(`form-data; name="logo"; filename=${name}`, 'x')))).body.filename;
    expect(await named('"../../etc/passwd"')).toBe('passwd');
    expect(await named('"C:\\temp\\a.png"')).toBe('a.png');
    const nameless = await send(form(part('form-data; name="logo"', 'x', 'application/octet-stream')));
    expect([nameless.status, nameless.body.filename]).toEqual([200, '']);
  });

  it('may have the maximum size and not one byte more, in every encoding', async () => {
    for (const chunked of [false, true]) {
      expect((await send(form(filePart(Buffer.alloc(MAX_BYTES, 1))), { chunked })).status).toBe(200);
      expect(await send(form(filePart(Buffer.alloc(MAX_BYTES + 1, 1))), { chunked })).toEqual(TOO_LARGE);
    }
  });
});

describe('an endless form is refused as soon as a limit is exceeded', () => {
  function* repeat(first: Buffer, next: Buffer): Generator<Buffer> {
    yield first;
    while (true) yield next;
  }
  const some = Buffer.alloc(100, 1);

  it('the size of the file', async () => {
    const begun = filePart(some).subarray(0, -2);
    const rest = Array.from({ length: MAX_BYTES / 100 }, () => some);
    expect(await send(withoutEnd([begun, ...rest]))).toEqual(TOO_LARGE);
  });

  it('the size of everything around the file', async () => {
    expect(await send(withoutEnd(repeat(some, some)))).toEqual(TOO_LARGE);
    expect(await send(withoutEnd(repeat(Buffer.from('--b\r\nX-Header: '), some)))).toEqual(TOO_LARGE);
    expect(await send(withoutEnd(repeat(form(filePart('x')), some)))).toEqual(TOO_LARGE);
    expect(await send(withoutEnd(repeat(part('form-data; name="a"', some).subarray(0, -2), some)))).toEqual(TOO_LARGE);
  });

  it('the number of parts', async () => {
    const reply = await send(withoutEnd(repeat(filePart('x'), filePart('y', 'f'))));
    expect([reply.status, reply.body.message]).toEqual([413, 'The form may have at most 8 parts.']);
  });
});

describe('an invalid form is refused, and the handler is not called', () => {
  const several = Array.from({ length: 8 }, (_, index) => filePart('x', `f${index}`));
  it.each<[string, Buffer | string, object]>([
    ['nothing at all', '', invalid({ logo: ['is required'] })],
    ['no part', form(), invalid({ logo: ['is required'] })],
    ['an empty file', form(filePart('')), invalid({ logo: ['must not be an empty file'] })],
    [
      'a file of another name',
      form(filePart('x', 'picture')),
      invalid({ picture: ['is not a known field'], logo: ['is required'] }),
    ],
    ['two files', form(filePart('x'), filePart('y')), invalid({ logo: ['must be one file, not several'] })],
    [
      'two files, the first empty',
      form(filePart(''), filePart('y')),
      invalid({ logo: ['must be one file, not several'] }),
    ],
    [
      'a second file of another name',
      form(filePart('x'), filePart('y', 'extra')),
      invalid({ extra: ['is not a known field'] }),
    ],
    [
      'a text for the file',
      form(part('form-data; name="logo"', 'x', 'text/plain')),
      invalid({ logo: ['must be a file'] }),
    ],
    [
      'a text beside the file',
      form(part('form-data; name="note"', 'x', 'text/plain'), filePart('x')),
      invalid({ note: ['is not a known field'] }),
    ],
    [
      'a part without a name',
      form(part('form-data; filename="a.png"', 'x')),
      invalid({ body: ['is not a known field'], logo: ['is required'] }),
    ],
    ['a part that is no form data', form(part('attachment; name="logo"', 'x')), invalid({ logo: ['is required'] })],
    [
      'a field with a name without end',
      form(filePart('x', 'n'.repeat(500))),
      invalid({ ['n'.repeat(100)]: ['is not a known field'], logo: ['is required'] }),
    ],
    ['eight parts', form(...several), { status: 422 }],
    [
      'nine parts',
      form(...several, filePart('x')),
      refused(413, 'body_too_large', 'The form may have at most 8 parts.'),
    ],
    ['a name of the prototype', form(filePart('x', '__proto__')), MALFORMED],
    ['a form that is cut off in its file', filePart(Buffer.alloc(500, 1)).subarray(0, 300), MALFORMED],
    ['a form that is cut off in the headers of a part', filePart('x').subarray(0, 30), MALFORMED],
    ['a form without its end', filePart('x'), MALFORMED],
    ['another boundary than it says', Buffer.from(form(filePart('x')).toString().replaceAll('--b', '--c')), MALFORMED],
    ['no form', 'just a text', MALFORMED],
    ['much before the form', Buffer.concat([Buffer.alloc(20_000, 1), form(filePart('x'))]), TOO_LARGE],
    ['much after the form', Buffer.concat([form(filePart('x')), Buffer.alloc(20_000, 1)]), TOO_LARGE],
    [
      'a header without end',
      Buffer.concat([Buffer.from('--b\r\nX: '), Buffer.alloc(20_000, 97), form(filePart('x'))]),
      TOO_LARGE,
    ],
  ])('%s', async (_what, payload, answer) => {
    expect(await send(payload)).toMatchObject(answer);
    if (payload.length > 0) expect(await send(payload, { chunked: true })).toMatchObject(answer);
  });

  it.each([
    ['multipart/form-data', MALFORMED],
    ['multipart/form-data; boundary=', MALFORMED],
    ['application/json', refused(415, 'unsupported_media_type', 'Send the file as multipart/form-data.')],
    ['image/png', { status: 415 }],
    ['multipart/mixed; boundary=b', { status: 415 }],
    ['application/x-www-form-urlencoded', { status: 415 }],
    ['nonsense', { status: 415 }],
  ])('the content type %s', async (type, answer) => {
    expect(await send(form(filePart('x')), { type })).toMatchObject(answer);
  });

  it('for every kind of error', async () => {
    const whole = form(filePart('some bytes'), part('form-data; name="a"', 'b', 'text/plain'));
    const change = fc.record({
      at: fc.nat(whole.length - 1),
      bytes: fc.uint8Array({ maxLength: 5 }),
      drop: fc.nat(40),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        let bytes = whole;
        for (const { at, bytes: added, drop } of changes) {
          bytes = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + drop)]);
        }
        const { status } = await send(bytes);
        expect([200, 400, 413, 422]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });

  it('after the policy, and together with the query', async () => {
    expect((await send(form(), { url: '/own' })).status).toBe(401);
    expect((await send(form(filePart('x')), { url: '/own', token: 'owner-token' })).status).toBe(200);
    const { status, body } = await send(form(filePart('x')), { url: '/upload?size=x' });
    expect([status, body.errors]).toEqual([422, { size: ['must be a whole number'] }]);
  });
});

describe('a route without a file', () => {
  it('still refuses forms', async () => {
    const { status, body } = await send(form(filePart('x')), { url: '/json' });
    expect([status, body]).toEqual([
      415,
      { status: 415, error: 'unsupported_media_type', message: 'Send the body as application/json.' },
    ]);
  });
});

describe('a declaration', () => {
  it('is documented in the API reference', async () => {
    const { paths } = resolveReferences((await app.inject('/openapi.json')).json());
    const { requestBody, responses } = paths['/upload'].post;
    expect(requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            additionalProperties: false,
            required: ['logo'],
            properties: {
              logo: { type: 'string', format: 'binary', description: `A picture. At most ${MAX_BYTES} bytes.` },
            },
          },
        },
      },
    });
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '413', '415', '422']));
    expect(responses[400].content['application/json'].schema.properties.error.enum).toContain('malformed_multipart');
  });

  it.each([
    ['a body, too', { method: 'POST', body: Type.Object({}) }],
    ['a method without a body', { method: 'DELETE' }],
  ] as const)('cannot have %s', async (_what, more) => {
    const starting = sampleServer((server) =>
      operation(server, {
        url: '/x',
        operationId: 'x',
        summary: 'X',
        tags: ['X'],
        policy: everyone,
        upload: { field: 'logo', maxBytes: 1, description: '' },
        replies: { 204: null },
        handle: () => {},
        ...more,
      }),
    );
    await expect(starting).rejects.toThrow(/takes a file in place of a body/);
  });
});

describe('on a real connection', () => {
  const head = (length: number | 'chunked', token = '') =>
    [
      `POST ${token === '' ? '/upload' : '/own'} HTTP/1.1`,
      'Host: t.example',
      `Content-Type: ${FORM}`,
      length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
      ...(token === '' ? [] : [`Authorization: ${token}`]),
      '\r\n',
    ].join('\r\n');
  const connect = (to = app) =>
    new Promise<Socket>((resolve, reject) => {
      const { port } = to.server.address() as AddressInfo;
      const socket = net.connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
    });
  /** Reads the response until `enough` matches or the server closes the connection. */
  const answer = (socket: Socket, enough: RegExp | null = null) =>
    new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (data) => {
        text += data;
        if (enough?.test(text)) resolve(text);
      });
      socket.on('error', () => {}).on('close', () => resolve(text));
    });

  it('answers 413 at once, reads no more than announced, and continues with the next request', async () => {
    const socket = await connect();
    const first = answer(socket, /at most 1000 bytes/);
    socket.write(head(500_000));
    expect(await first).toMatch(/^HTTP\/1.1 413 /);
    socket.write(Buffer.alloc(500_000, 1));
    const second = answer(socket, /is required/);
    socket.write(head(0));
    expect(await second).toMatch(/HTTP\/1.1 422 /);
    socket.destroy();
  });

  it('answers 413 as soon as too much has arrived, although the request does not end', async () => {
    const socket = await connect();
    const got = answer(socket, /at most 1000 bytes/);
    socket.write(head('chunked'));
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    socket.write(chunk(filePart(Buffer.alloc(MAX_BYTES + 1, 1))));
    expect(await got).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  it('closes the connection of a form that never ends', async () => {
    const socket = await connect(impatient);
    const got = answer(socket);
    socket.write(head(800));
    socket.write(filePart(Buffer.alloc(300, 1)));
    expect(await got).toMatch(/^HTTP\/1.1 408 [\s\S]*request_timeout/);
  });

  it('closes the connection of a form that arrives byte by byte', async () => {
    const socket = await connect(impatient);
    const got = answer(socket);
    const bytes = Buffer.concat([Buffer.from(head(800)), filePart(Buffer.alloc(700, 1))]);
    let sent = 0;
    const dripping = setInterval(() => socket.writable && socket.write(bytes.subarray(sent++, sent)), 10);
    expect(await got).toMatch(/^HTTP\/1.1 408 /);
    clearInterval(dripping);
    expect(sent).toBeLessThan(bytes.length);
  });

  it('survives a caller that disconnects halfway', async () => {
    const before = handled;
    for (const cut of [10, 120, 300]) {
      const socket = await connect();
      socket.write(Buffer.concat([Buffer.from(head(800)), filePart(Buffer.alloc(600, 1)).subarray(0, cut)]));
      socket.resetAndDestroy();
    }
    expect((await send(form(filePart('x')))).status).toBe(200);
    expect(handled).toBe(before + 1);
  });

  it('refuses an unauthorized caller before reading the form', async () => {
    const socket = await connect();
    const got = answer(socket, /Unauthenticated/);
    socket.write(head(800, 'wrong-token'));
    expect(await got).toMatch(/^HTTP\/1.1 401 /);
    socket.destroy();
  });
});
