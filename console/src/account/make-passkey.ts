import { startRegistration } from '@simplewebauthn/browser';
import { client } from '../api.ts';

/** Creates a passkey on the person's device and registers it. */
export async function makePasskey(name: string) {
  const { data } = await client.POST('/v2/me/passkeys/challenges');
  const response = await startRegistration({
    optionsJSON: data! as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return (await client.POST('/v2/me/passkeys', { body: { name, response: response as never } })).data!;
}
