import { startAuthentication } from '@simplewebauthn/browser';
import { client } from '../api.ts';

/** Browsers accept host names only; a loopback address is reached as `localhost`, too. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^\d+\.\d+\.\d+\.\d+$|^\[/.test(window.location.hostname);

/** The person has closed the browser's dialog. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Lets the person answer a challenge with a passkey. */
export async function answerWithPasskey() {
  const { data } = await client.POST('/v2/passkeys/challenges');
  return startAuthentication({ optionsJSON: data! });
}
