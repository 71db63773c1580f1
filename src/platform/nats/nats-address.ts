/** The address of the streams of one installation. */
export interface NatsAddress {
  servers: readonly string[];
  /** The prefix of the names of its streams, buckets and subjects. */
  name: string;
  credentials: { user?: string; pass?: string; token?: string; tls?: Record<string, never> };
}

const NAME = /^[A-Za-z0-9_-]{1,32}$/;
const DEFAULT_NAME = 'tributary';
const DEFAULT_PORT = 4222;

/**
 * Reads addresses of one cluster's servers, comma-separated, as `nats://user:password@host:4222` or `tls://…`; a path names the
 * installation if several installations share the servers. Credentials and name are those of the first address.
 * @returns null when the text is not such an address
 */
export function parseNatsAddress(text: string): NatsAddress | null {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => URL.canParse(part))) return null;
  const urls = parts.map((part) => new URL(part));
  const first = urls[0]!;
  const name = first.pathname.replace(/^\/|\/$/g, '') || DEFAULT_NAME;
  const isPlain = urls.every(
    ({ protocol, hostname, search, hash }) => protocol === first.protocol && hostname !== '' && search + hash === '',
  );
  if (!isPlain || !/^(?:nats|tls):$/.test(first.protocol) || !NAME.test(name)) return null;
  const [user, pass] = [decodeURIComponent(first.username), decodeURIComponent(first.password)];
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    name,
    credentials: {
      ...(pass !== '' ? { user, pass } : user !== '' ? { token: user } : {}),
      ...(first.protocol === 'tls:' ? { tls: {} } : {}),
    },
  };
}
