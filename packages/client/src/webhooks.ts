import type { webhooks } from './schema.d.ts';

type PayloadOf<Kind extends keyof webhooks> = webhooks[Kind] extends {
  post: { requestBody: { content: { 'application/json': infer Payload } } };
}
  ? Payload
  : never;

/** An event as it is posted; `type` discriminates the kinds. */
export type WebhookEvent = { [Kind in keyof webhooks]: PayloadOf<Kind> }[keyof webhooks];

/** The request is not signed with the secret, or it is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** The secret of the webhook, or several during a rotation. */
  secret: string | readonly string[];
  /** The body as it was received, before it is parsed. */
  body: string | Uint8Array;
  /** The headers of the request. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Seconds by which the signature may differ from the current time. */
  toleranceSeconds?: number;
  /** The current time. */
  now?: Date;
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const TOLERANCE_SECONDS = 300;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Verifies a request of a webhook by Standard Webhooks, and returns its event.
 * @throws WebhookVerificationError saying what is wrong
 */
export async function verifyWebhook({
  secret,
  body,
  headers,
  toleranceSeconds = TOLERANCE_SECONDS,
  now = new Date(),
}: VerifyOptions): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  );
  const age = now.getTime() / 1_000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp!) || Math.abs(age) > toleranceSeconds)
    throw new WebhookVerificationError('The header webhook-timestamp is too far from the current time.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signatures!.split(' ').flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice(3)) ?? []) : []));
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(each, 'verify');
    // Compares in constant time.
    for (const signature of given)
      if (await crypto.subtle.verify(HMAC, key, signature, signed)) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookVerificationError('No signature of the request was made with the secret.');
}

/**
 * Signs a message as the service does, for tests and for programs that forward events.
 * @returns the headers of the request
 */
export async function signWebhook(
  secret: string,
  { id, body, at = new Date() }: { id: string; body: string; at?: Date },
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = await keyOf(secret, 'sign');
  const signature = await crypto.subtle.sign(HMAC, key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${base64Of(new Uint8Array(signature))}`,
  };
}

/** A new secret: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return PREFIX + base64Of(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

function header(headers: VerifyOptions['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

async function keyOf(secret: string, use: 'sign' | 'verify') {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === null) throw new WebhookVerificationError('The secret is not base64.');
  return crypto.subtle.importKey('raw', bytes, HMAC, false, [use]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
