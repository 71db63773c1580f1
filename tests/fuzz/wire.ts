import net from 'node:net';

/** A request as raw bytes. Texts are written as latin1, so that any byte can occur anywhere. */
export interface WireRequest {
  method: string;
  /** The text between method and version. */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
  /** Whether the server may end the connection without a reply, because the request is not a complete HTTP request. */
  mayGoUnanswered?: boolean;
}

export interface WireReply {
  status: number;
  /** Headers by name in lower case; several values are joined by a comma. */
  headers: Record<string, string>;
  /** The head of the reply as received. */
  head: string;
  body: Buffer;
}

const TIMEOUT_MS = 60_000;

/** The bytes of a request. A body without an explicit length receives the correct one. */
function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const named = headers.map(([name]) => name.toLowerCase());
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (!named.includes('host')) lines.push('host: tributary.test');
  if (body !== null && !named.includes('content-length') && !named.includes('transfer-encoding'))
    lines.push(`content-length: ${body.length}`);
  lines.push('connection: close');
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body === null ? head : Buffer.concat([head, body]);
}

/**
 * Sends a request over a separate connection.
 * @returns the first reply that is not provisional; null when the connection ended without a complete one
 */
export function send(port: number, request: WireRequest): Promise<WireReply | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect({ port, host: '127.0.0.1' });
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readReply(Buffer.concat(chunks), request.method));
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that replies before the body has arrived may close the connection; the reply has been received nevertheless.
    socket.on('error', () => {});
    socket.on('close', finish);
    // A truncated request ends there; otherwise the other end closes first, as requested.
    if (request.mayGoUnanswered) socket.end(bytesOf(request));
    else socket.write(bytesOf(request));
  });
}

function readReply(bytes: Buffer, method: string): WireReply | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const [first = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  const rest = bytes.subarray(end + 4);
  if (status >= 100 && status < 200) return readReply(rest, method);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  const body = method === 'HEAD' ? Buffer.alloc(0) : bodyOf(rest, headers);
  return body === null ? null : { status, headers, head, body };
}

/** Null when the reply is cut off. */
function bodyOf(rest: Buffer, headers: Record<string, string>): Buffer | null {
  if (headers['transfer-encoding'] === 'chunked') return unchunked(rest);
  const length = headers['content-length'];
  if (length === undefined) return rest;
  return rest.length < Number(length) ? null : rest.subarray(0, Number(length));
}

function unchunked(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (Number.isNaN(size) || end + 2 + size > bytes.length) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** The request as a command line that sends it again; `secrets` are replaced by their names. */
export function curlOf(address: string, request: WireRequest, secrets: Map<string, string>): string {
  const hidden = (text: string) => {
    for (const [secret, name] of secrets) if (text === secret) return `"$(jq -r .${name} demo.json)"`;
    return quoted(text);
  };
  const parts = ['curl -isS --path-as-is', `-X ${quoted(request.method)}`];
  const { headers } = request;
  const shownHeaders = headers.length > 50 ? [...headers.slice(0, 6), ...headers.slice(-3)] : headers;
  for (const [name, value] of shownHeaders) parts.push(`-H ${quoted(`${name}: `)}${hidden(value)}`);
  if (request.body !== null) parts.push('--data-binary @-');
  parts.push(
    request.target.startsWith('/')
      ? quoted(`${address}${request.target}`)
      : `${address} --request-target ${quoted(request.target)}`,
  );
  const { body } = request;
  if (headers.length > 50) parts.push(`# and ${headers.length - shownHeaders.length} headers more`);
  if (body === null) return parts.join(' ');
  const MAX_SHOWN = 3_000;
  const shown = isPrintable(body)
    ? `printf %s ${quoted(body.toString('latin1').slice(0, MAX_SHOWN))}`
    : `echo ${body.subarray(0, MAX_SHOWN).toString('base64')} | base64 -d`;
  const note = body.length > MAX_SHOWN ? ` # the first ${MAX_SHOWN} of ${body.length} bytes` : '';
  return `${shown} | ${parts.join(' ')}${note}`;
}

const isPrintable = (bytes: Buffer) => bytes.every((byte) => byte >= 0x20 && byte < 0x7f);

function quoted(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = [...Buffer.from(text, 'latin1')].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped.join('')}'`;
}
