import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { SealedColumn } from '../../platform/secrets/sealed-columns.ts';
import type { Vault } from '../../platform/secrets/vault.ts';

const SECRET_BYTES = 32;

const place = (id: number | string) => `webhook/${id}`;

/** The secrets of webhooks. The former secret moves between the columns, so both have one place. */
export const WEBHOOK_SECRETS: readonly SealedColumn[] = [
  {
    table: 'webhooks',
    column: 'sealed_secret',
    key: 'id',
    place,
  },
  {
    table: 'webhooks',
    column: 'sealed_previous_secret',
    key: 'id',
    place,
  },
];

/** Encrypts the secret of a webhook. */
export function sealSecret(vault: Vault, id: number, secret: string): Buffer {
  return vault.seal(Buffer.from(secret), place(id));
}

/** Decrypts a secret of a webhook. @throws VaultClosed */
export function openSecret(vault: Vault, id: number, sealed: Buffer): string {
  return vault.open(sealed, place(id)).toString();
}

/** A new signing secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The signed text: the message's id, the time of this attempt, and the body as it is sent. */
export interface SignedMessage {
  messageId: string;
  at: Date;
  body: string;
}

/** The headers of Standard Webhooks; one signature for each secret that is valid. */
export function signatureHeaders(
  { messageId, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(messageId, at, body)).join(' '),
  };
}
