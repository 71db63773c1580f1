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
/** A key that is not known makes us read the keys again, but not sooner than this after the last time: random `kid`s cost nothing. */
const READ_AGAIN_MS = 5_000;
/** After this they are read again in any case, so that a key that was withdrawn is forgotten. */
const FORGET_MS = 5 * 60_000;
/** While the provider does not answer it is asked once in this time, and everybody else is told. */
const PAUSE_MS = 1_000;

/**
 * Finds the key of a token among those that the provider publishes, reading them when the first token comes and when they have changed.
 * The returned function throws Unavailable while they cannot be had, and jose's errors for a token that no key fits.
 */
export function providerKeys({ issuer, jwksUrl, replyTimeoutMs = REPLY_TIMEOUT_MS }: KeysAt): JWTVerifyGetKey {
  const read = patientReader();
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
      // Where the keys are may have changed, too. Those that we have are good while they are fresh, whoever asks for others.
      if (!isFresh && opened === mine) opened = null;
      throw Object.assign(new Unavailable('The identity provider does not answer. Try again.'), { cause: error });
    }
  };
}

type Read = (address: string, init: RequestInit) => Promise<string>;

/** Reads from the provider; a failure is remembered for a moment. */
function patientReader(): Read {
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
    cacheMaxAge: FORGET_MS,
    [customFetch]: async (url, init) => new Response(await read(url, init)),
  });
}

async function discoverKeys(issuer: string, read: Read, timeoutMs: number): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(timeoutMs);
  return keysAddress(issuer, JSON.parse(await read(address, { signal, headers: { accept: 'application/json' } })));
}

/** What the token is refused for; everything else is the provider's fault. */
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

/** Where a discovery document says that the keys are. It is believed only when it is that of the issuer itself. */
function keysAddress(issuer: string, document: { issuer?: unknown; jwks_uri?: unknown } | null): string {
  if (document?.issuer !== issuer) throw new Error('the discovery document is that of another issuer');
  const address = document.jwks_uri;
  if (typeof address !== 'string' || !URL.canParse(address)) throw new Error('the discovery document names no keys');
  const { protocol } = new URL(address);
  const isAsSafe = protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
  if (!isAsSafe) throw new Error('the keys are offered over a way that is less safe than the issuer’s');
  return address;
}
