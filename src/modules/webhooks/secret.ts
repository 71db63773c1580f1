import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';

const SECRET_BYTES = 32;

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
