import { Secret, TOTP } from 'otpauth';
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts';

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Number of time steps before and after the current one whose codes are accepted, because clocks differ. */
const WINDOW = 1;

/** The secrets of authenticator apps. */
export const TOTP_SECRETS: SealedColumn = {
  table: 'totp_factors',
  column: 'sealed_secret',
  key: 'user_id',
  place: (userId) => `totp/${userId}`,
};

export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);
}

function totpOf(secret: Uint8Array, { issuer = '', label = '' } = {}): TOTP {
  const bytes = Uint8Array.from(secret);
  return new TOTP({ issuer, label, secret: new Secret({ buffer: bytes.buffer }), period: PERIOD_SECONDS });
}

/**
 * The secret in the form in which people type it into an app, and the URL of the QR code.
 * @param issuer the name that apps show beside the account: that of the marketplace
 */
export function describeTotp(
  secret: Uint8Array,
  names: { issuer: string; label: string },
): { secret: string; otpauthUrl: string } {
  const totp = totpOf(secret, names);
  return { secret: totp.secret.base32, otpauthUrl: totp.toString() };
}

/** The time step (since 1970) of a code; null when it is not a code of the accepted steps. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
