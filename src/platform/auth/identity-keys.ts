import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { Unavailable } from '../errors/errors.ts';
import { replyBytes } from '../outbound/reply-bytes.ts';

interface KeysAt {
  issuer: string;
  jwksUrl: string | null;
  replyTimeoutMs?: number;
}

const REPLY_TIMEOUT_MS = 3_000;
const REPLY_LIMIT_BYTES = 256 * 1024;
/**
 * An unknown `kid` triggers a new download of the keys, but at most once in this time, so that random `kid` values
 * cost nothing.
 */
const READ_AGAIN_MS = 5_000;
/** The keys are downloaded again after this time in any case, so that tokens with a withdrawn key are refused. */
const PURGE_MS = 5 * 60_000;
/** While the provider does not answer, it receives one request in this time. Other callers fail at once. */
const PAUSE_MS = 1_000;

/**
 * Returns a function that finds the key of a token among the keys that the provider publishes. The keys are
 * downloaded for the first token and again when they may have changed. The function throws Unavailable while the
 * keys cannot be downloaded, and jose's errors when no key matches the token.
 */
export function providerKeys({ issuer, jwksUrl, replyTimeoutMs = REPLY_TIMEOUT_MS }: KeysAt): JWTVerifyGetKey {
  const read = tolerantReader();
  const open = async () =>
    createKeySet(jwksUrl ?? (await discoverKeys(issuer, read, replyTimeoutMs)), read, replyTimeoutMs);
  let opened: ReturnType<typeof open> | null = null;
  return async (header, token) => {
    opened ??= open();
    const mine = opened;
    try {
      return await (await mine)(header, token);
    } catch (error) {
      if (isOfToken(error)) throw error;
      const isFresh = await mine.then(
        (keys) => keys.fresh,
        () => false,
      );
      // The address of the keys may also have changed. Fresh cached keys remain valid, regardless of the keys that other tokens name.
      if (!isFresh && opened === mine) opened = null;
      throw Object.assign(new Unavailable('The identity provider does not answer. Try again.'), { cause: error });
    }
  };
}

type Read = (address: string, init: RequestInit) => Promise<string>;

/** Returns a reader for the provider's documents that remembers a failure for `PAUSE_MS`. */
function tolerantReader(): Read {
  let pausedUntil = 0;
  return async (address, init) => {
    if (Date.now() < pausedUntil) throw new Error('the identity provider did not answer a moment ago');
    try {
      return await bodyOf(address, init);
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS;
      throw error;
    }
  };
}

function createKeySet(address: string, read: Read, timeoutMs: number) {
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: timeoutMs,
    cooldownDuration: READ_AGAIN_MS,
    cacheMaxAge: PURGE_MS,
    [customFetch]: async (url, init) => new Response(await read(url, init)),
  });
}

async function discoverKeys(issuer: string, read: Read, timeoutMs: number): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(timeoutMs);
  return keysAddress(issuer, JSON.parse(await read(address, { signal, headers: { accept: 'application/json' } })));
}

/** Whether the error is the token's fault. Every other error is the provider's. */
function isOfToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

async function bodyOf(address: string, init: RequestInit): Promise<string> {
  const reply = await fetch(address, { ...init, redirect: 'manual' });
  if (reply.status === 200) return (await replyBytes(reply, REPLY_LIMIT_BYTES)).toString('utf8');
  await reply.body?.cancel();
  throw new Error(`the identity provider answered ${reply.status}`);
}

/** Returns the key address from a discovery document. The document must name the configured issuer. */
function keysAddress(issuer: string, document: { issuer?: unknown; jwks_uri?: unknown } | null): string {
  if (document?.issuer !== issuer) throw new Error('the discovery document is that of another issuer');
  const address = document.jwks_uri;
  if (typeof address !== 'string' || !URL.canParse(address)) throw new Error('the discovery document names no keys');
  const { protocol } = new URL(address);
  const isAsSafe = protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
  if (!isAsSafe) throw new Error('the keys are offered over a way that is less safe than the issuer’s');
  return address;
}
