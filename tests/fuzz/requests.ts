import { DISTORTIONS, type Distortion } from './distortions.ts';
import type { Endpoint } from './document.ts';
import type { Draw } from './draw.ts';
import type { Ground } from './ground.ts';
import { headerText } from './header-text.ts';
import { NASTY_BODIES } from './nasty.ts';
import { brokenValue, nastyText, nastyValue, validValue } from './values.ts';
import type { WireRequest } from './wire.ts';

/** Values of `Authorization`, by caller: the demo's roles, and an anonymous one. */
export type Credentials = Record<string, string | null>;

/** A generated request with its sender. */
export interface Drawn {
  endpoint: Endpoint;
  role: string;
  kind: Kind;
  wire: WireRequest;
}

/** The kind of generated request: all parts valid, one part invalid, or no part valid. */
const KINDS = ['valid', 'broken', 'nonsense'] as const;
type Kind = (typeof KINDS)[number];

/** The parts of a request that can be broken. */
type Part = 'path' | 'query' | 'body' | 'wire';

/** A request to the endpoint, generated from its schemas. */
export function drawRequest(draw: Draw, endpoint: Endpoint, ground: Ground, credentials: Credentials): Drawn {
  const kind = draw.pick(['valid', 'valid', 'valid', 'broken', 'broken', 'broken', 'nonsense'] as const);
  const parts = partsOf(endpoint);
  const one = draw.pick(parts);
  const breaks = (part: Part) => (kind === 'nonsense' ? draw.chance(0.6) : kind === 'broken' && part === one);
  const role = draw.pick(rolesFor(draw, endpoint, credentials));
  const credential = credentials[role] ?? null;
  const wire: WireRequest = {
    method: endpoint.method,
    target: pathOf(draw, endpoint, ground, breaks('path')) + queryOf(draw, endpoint, ground, breaks('query')),
    headers: credential === null ? [] : [[role === 'service' ? 'service-api-key' : 'authorization', credential]],
    body: null,
  };
  addHeaders(draw, endpoint, wire);
  addBody(draw, endpoint, ground, wire, breaks('body'));
  if (breaks('wire')) (draw.pick(DISTORTIONS) as Distortion)(draw, wire);
  return { endpoint, role, kind, wire };
}

function partsOf({ path, parameters, json, form }: Endpoint): Part[] {
  const hasBody = json !== null || form !== null;
  return [
    'wire',
    ...(path.includes('{') ? (['path', 'path'] as const) : []),
    ...(parameters.some((parameter) => parameter.in === 'query') ? (['query', 'query', 'query'] as const) : []),
    ...(hasBody ? (['body', 'body', 'body', 'body', 'body'] as const) : []),
  ];
}

/** All callers; the administrator and the owner in the path are more frequent, because other callers are mostly refused. */
function rolesFor(draw: Draw, { path }: Endpoint, credentials: Credentials): string[] {
  if (path.includes('/webhooks/idp/') && 'service' in credentials) return ['service'];
  const all = Object.keys(credentials).filter((role) => role !== 'service');
  const [, ...likely] = LIKELY.find(([paths]) => paths.test(path))!;
  const among = likely.filter((role) => all.includes(role));
  return among.length === 0 || draw.chance(0.4) ? all : among;
}

/** The first matching entry applies. */
const LIKELY: [paths: RegExp, ...roles: string[]][] = [
  [/\/admin\/|\/payments\//, 'admin'],
  [/\/users\/|\/join|deep|me\b/, 'creator', 'admin'],
  [/store|advertiser|offer/i, 'advertiser', 'admin'],
  [/client/i, 'agency', 'admin'],
  [/./, 'creator', 'admin'],
];

function pathOf(draw: Draw, { path, parameters }: Endpoint, ground: Ground, isBroken: boolean): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const wrong = names.length === 0 ? null : draw.pick(names);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (isBroken && name === wrong) return draw.chance(0.5) ? encoded(nastyText(draw)) : asSent(nastyText(draw));
    const { schema } = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)!;
    return encoded(String(validValue(draw, ground, schema, name)));
  });
  return isBroken && names.length === 0 ? `${filled}/${encoded(nastyText(draw))}` : filled;
}

function queryOf(draw: Draw, { parameters }: Endpoint, ground: Ground, isBroken: boolean): string {
  const fields = parameters.filter((parameter) => parameter.in === 'query');
  const given = fields.filter(({ required }) => required || draw.chance(0.35));
  const pairs = given.map(({ name, schema }): string => {
    const value = validValue(draw, ground, schema, name.replace('[]', ''));
    return `${name}=${encoded(String(Array.isArray(value) ? (value[0] ?? '') : value))}`;
  });
  if (isBroken) {
    const name = fields.length > 0 && draw.chance(0.85) ? draw.pick(fields).name : encoded(nastyText(draw));
    const form = draw.pick(['', '', '', '', '[]', '[0]', '[x]', '[__proto__]', '[a][b][c][d][e]', '[99999]']);
    const value = draw.chance(0.7) ? encoded(nastyText(draw)) : asSent(nastyText(draw));
    pairs.push(`${name}${form}=${value}`);
    if (draw.chance(0.05))
      pairs.push(...Array.from({ length: 6_000 }, (_, index) => `x${index % 7}[]=1`).slice(0, draw.pick([100, 3_000])));
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Percent-encoded as by a caller. A lone surrogate is encoded as its three bytes. */
function encoded(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
    })
    .join('');
}

/** Unencoded as by careless callers: the raw bytes, without those that would end the line. */
const asSent = (text: string) =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replaceAll(/[\r\n ]/g, '');

function addHeaders(draw: Draw, { parameters }: Endpoint, { headers }: WireRequest): void {
  const takesKey = parameters.some(({ name }) => name === 'idempotency-key');
  if (takesKey && draw.chance(0.5))
    headers.push(['idempotency-key', draw.chance(0.7) ? `key-${draw.upTo(50)}` : headerText(nastyText(draw))]);
  if (draw.chance(0.1))
    headers.push([
      'accept',
      draw.pick([
        '*/*',
        'text/csv',
        'application/json',
        'image/avif',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        headerText(nastyText(draw)),
      ]),
    ]);
  if (draw.chance(0.1))
    headers.push(['accept-language', draw.pick(['sv', 'en-GB,en;q=0.5', 'xx', headerText(nastyText(draw))])]);
}

function addBody(draw: Draw, { json, form }: Endpoint, ground: Ground, wire: WireRequest, isBroken: boolean): void {
  if (form !== null) {
    addForm(draw, form, wire, isBroken);
    return;
  }
  // A body for an operation that takes none.
  if (json === null && !(isBroken && draw.chance(0.3))) return;
  wire.headers.push(['content-type', 'application/json']);
  if (isBroken && draw.chance(0.35)) {
    wire.body = Buffer.from(draw.pick(NASTY_BODIES) as string);
    return;
  }
  const value =
    json === null
      ? nastyValue(draw)
      : json.example !== undefined && draw.chance(0.5)
        ? json.example
        : validValue(draw, ground, json.schema, '');
  wire.body = Buffer.from(JSON.stringify(isBroken ? brokenValue(draw, value) : value) ?? 'null');
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
const FILES: readonly (Buffer | string)[] = [
  PNG,
  'invoice_id\n1\n',
  'invoice_id,ax_id\n1,AX-1\n',
  'invoice_id\n"',
  'invoice_id,ax_id\n=1+1,2\n',
  '\ufeffinvoice_id\n\0\n',
  '',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
  'GIF89a',
  '%PDF-1.7',
  `invoice_id\n${'9'.repeat(5_000)}\n`,
  PNG.subarray(0, 40),
  Buffer.concat([PNG, Buffer.from('<script>')]),
  Buffer.alloc(70_000, 1),
  Buffer.alloc(2_200_000, 32),
];

function addForm(draw: Draw, field: string, wire: WireRequest, isBroken: boolean): void {
  const name = isBroken && draw.chance(0.3) ? headerText(nastyText(draw)) : field;
  const filename = isBroken && draw.chance(0.3) ? headerText(nastyText(draw)) : 'a.png';
  const head = `--fuzz\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`;
  const file = isBroken ? draw.pick(FILES) : draw.pick(FILES.slice(0, 3));
  const end = isBroken
    ? draw.pick([
        '\r\n--fuzz--\r\n',
        '\r\n--fuzz--',
        '\r\n--fuzz\r\n',
        '',
        '--fuzz--',
        '\r\n--fuzz\r\n\r\n--fuzz--\r\n',
      ])
    : '\r\n--fuzz--\r\n';
  const times = isBroken && draw.chance(0.1) ? 12 : 1;
  const part = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(file as string)]);
  wire.body = Buffer.concat([...Array.from({ length: times }, () => part), Buffer.from(end)]);
  const type = isBroken
    ? draw.pick([
        'multipart/form-data; boundary=fuzz',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/mixed; boundary=fuzz',
        'multipart/form-data; boundary=other',
        `multipart/form-data; boundary=${'b'.repeat(90)}`,
      ])
    : 'multipart/form-data; boundary=fuzz';
  wire.headers.push(['content-type', type]);
}
