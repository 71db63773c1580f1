import { gzipSync } from 'node:zlib';
import type { Draw } from './draw.ts';
import { headerText } from './header-text.ts';
import { nastyText } from './values.ts';
import type { WireRequest } from './wire.ts';

/** Breaks a part of a request other than path, query and body: the HTTP syntax itself. */
export type Distortion = (draw: Draw, wire: WireRequest) => void;

const METHODS = [
  'HEAD',
  'HEAD',
  'OPTIONS',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'LINK',
  'SEARCH',
  'QUERY',
  'get',
  'FOO',
  'M-SEARCH',
];

const MEDIA_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'APPLICATION/JSON',
  'application/json;',
  'application/json, text/plain',
  'json',
  '',
  'a',
  '/',
  'application/vnd.api+json',
];

/** Headers that change how a server handles a request. */
const HEADERS: readonly [string, readonly string[]][] = [
  ['expect', ['100-continue', 'nothing', '100-Continue, x']],
  [
    'range',
    ['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=99999999999999999999-', 'bytes=0-1,3-4', 'lines=1', 'bytes=a-b'],
  ],
  ['if-none-match', ['*', '"x"', 'W/"x"', '"', ',']],
  ['if-match', ['*', '"x"', '"']],
  ['if-modified-since', ['Sat, 01 Jan 2050 00:00:00 GMT', 'x', '0']],
  ['if-unmodified-since', ['Sat, 01 Jan 2000 00:00:00 GMT', 'x']],
  ['if-range', ['"x"', 'x']],
  ['accept-encoding', ['gzip', 'br;q=1, *;q=0', 'identity;q=0', 'x']],
  ['x-forwarded-for', ['1.2.3.4', 'x', "', 1.2.3.4", '::1', '1.2.3.4, '.repeat(100)]],
  ['x-forwarded-proto', ['https', 'javascript', 'https,http']],
  ['x-forwarded-host', ['evil.example', '"', 'a b']],
  ['host', ['evil.example', '', 'a b', '[::1', '%00', 'x:99999']],
  ['origin', ['null', 'https://evil.example', 'x']],
  ['referer', ['https://evil.example/\u00ff', 'x']],
  ['cookie', ['tributary_session=x', '__proto__=1', '=', ';;;', 'a=%zz; tributary_session=%00', 'x='.repeat(2_000)]],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'x']],
  ['sec-purpose', ['prefetch']],
  ['sec-fetch-dest', ['image', 'iframe', '', 'x']],
  ['sec-fetch-mode', ['no-cors', 'navigate', 'x']],
  ['user-agent', ['', 'Googlebot/2.1', "' OR 1=1 --", 'x'.repeat(4_000)]],
  ['x-http-method-override', ['DELETE', 'x']],
  ['upgrade', ['websocket', 'h2c']],
  ['idempotency-key', ['a', '', 'a b', 'x'.repeat(300), '\u00e4']],
  ['stripe-signature', ['t=1,v1=x', 't=,v1=', 'x']],
  ['service-api-key', ['x', '', '\u00e4', 'x'.repeat(3_000)]],
  [
    'authorization',
    [
      '',
      'x',
      'Bearer',
      'Bearer a.b.c',
      'Bearer eyJhbGciOiJub25lIn0.e30.',
      'Basic Og==',
      '\u00e4',
      'x'.repeat(9_000),
      'trb_x',
    ],
  ],
  ['content-encoding', ['gzip', 'deflate', 'br', 'identity', 'x']],
  ['te', ['trailers']],
  ['max-forwards', ['0']],
  ['__proto__', ['x']],
  ['constructor', ['x']],
];

const TARGETS = [
  '*',
  '',
  '//',
  '/%',
  '/%00',
  '/..%2f..%2fetc/passwd',
  '/../../etc/passwd',
  'http://evil.example/v2/me',
  'v2/me',
  '/v2/me;x=1',
  '/v2//me',
  '/v2/me/',
  '/V2/ME',
  '/v2/me%2f',
  '/files/../x',
  '/files/%2e%2e/%2e%2e',
  '/docs/../openapi.json',
  '/docs/static/%2e%2e%2findex.html',
  '/console/assets/..%2f..%2fpackage.json',
  '/docs/json',
  '/docs/yaml',
  '/docs/static/index.html',
  '/r/%00',
  '/r/',
  `/r/${'a'.repeat(3_000)}`,
  `/${'a'.repeat(9_000)}`,
  `/v2/users/${'1'.repeat(600)}`,
  '/t/x.js.map',
  '/favicon.ico',
  '/__proto__',
  '/?__proto__[x]=1',
  '/console/%ff',
  '/\u00e4',
  '/.git/config',
  '/metrics/x',
];

export const DISTORTIONS: readonly Distortion[] = [
  (draw, wire) => {
    wire.method = draw.pick(METHODS);
  },
  (draw, wire) => {
    const [name, values] = draw.pick(HEADERS);
    wire.headers.push([name, draw.pick(values)]);
  },
  (draw, wire) => {
    const [name] = draw.pick(HEADERS);
    if (!['host', 'upgrade', 'expect'].includes(name)) wire.headers.push([name, headerText(nastyText(draw))]);
  },
  (draw, wire) => {
    wire.headers = wire.headers.filter(([name]) => name !== 'content-type');
    if (draw.chance(0.9)) wire.headers.push(['content-type', draw.pick(MEDIA_TYPES)]);
    wire.body ??= Buffer.from('{}');
  },
  (draw, wire) => {
    wire.target = draw.pick(TARGETS);
  },
  (_, wire) => {
    wire.body = gzipSync(wire.body ?? '{}');
    wire.headers.push(['content-encoding', 'gzip']);
  },
  (draw, wire) => {
    // The body in chunks, valid or not.
    const body = wire.body ?? Buffer.from('{}');
    const ends = ['\r\n0\r\n\r\n', '\r\n0\r\nx: y\r\n\r\n'];
    wire.body = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from(draw.pick(ends))]);
    wire.headers.push(['transfer-encoding', 'chunked']);
  },
  (draw, wire) => {
    wire.mayGoUnanswered = true;
    const lengths = ['0', '-1', '1e3', '99999999', '18446744073709551616', 'x', '+2', '2, 2'];
    wire.body ??= Buffer.from('{}');
    if (draw.chance(0.5)) wire.headers.push(['content-length', draw.pick(lengths)]);
    else
      wire.headers.push([
        'transfer-encoding',
        draw.pick(['chunked', 'gzip, chunked', 'identity', 'chunked, chunked', 'x']),
      ]);
  },
  (draw, wire) => {
    wire.mayGoUnanswered = true;
    wire.headers.push(
      draw.pick([
        ['x', 'a\r\nSet-Cookie: x=1'],
        ['x', 'a\nb'],
        ['x\0', 'y'],
        ['x', 'a\0b'],
        ['x y', 'z'],
        ['', 'x'],
        ['x', 'y'.repeat(20_000)],
      ]),
    );
  },
  (_, wire) => {
    for (let index = 0; index < 1_500; index++) wire.headers.push([`x-${index}`, '']);
    wire.mayGoUnanswered = true;
  },
];
