import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
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

/** Creates a passkey on the person's device and registers it. */
export async function makePasskey(name: string) {
  const { data } = await client.POST('/v2/me/passkeys/challenges');
  const response = await startRegistration({
    optionsJSON: data! as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return (await client.POST('/v2/me/passkeys', { body: { name, response: response as never } })).data!;
}
