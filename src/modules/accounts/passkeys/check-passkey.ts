import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { countByNetwork } from '../sessions/sign-in-attempts.ts';
import { claimChallenge, storeChallenge } from './challenge.ts';
import { userHandleOf } from './register-passkey.ts';
import { relyingPartyOf } from './relying-party.ts';

/** Maximum number of challenges issued to a network within a quarter of an hour. */
const MAX_CHALLENGES = 300;

type CheckContext = Pick<Context, 'db' | 'now'>;

/**
 * Creates a challenge for a sign-in or a confirmation. It names no passkeys, so that it reveals nothing about accounts; the
 * browser offers the passkeys of the site.
 * @throws RuleRefused `passkeys_unavailable`; TooManyRequests
 */
export async function challengePasskey(
  ctx: CheckContext,
  { publicUrl, network }: { publicUrl: string; network: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id: rpID } = relyingPartyOf(publicUrl);
  await countByNetwork(ctx, { what: 'passkey-challenge', network, max: MAX_CHALLENGES });
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
  await storeChallenge(ctx, options.challenge, null);
  return options;
}

interface KnownPasskey extends Record<string, unknown> {
  id: number;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
}

/**
 * Checks the response of a passkey to a challenge, which cannot be used again. The device has verified the person (PIN,
 * fingerprint), so a passkey counts as two factors.
 * @returns the owner of the passkey; null when the response is invalid
 * @throws RuleRefused `passkeys_unavailable`
 */
export async function checkPasskey(
  ctx: CheckContext,
  { response, publicUrl }: { response: AuthenticationResponseJSON; publicUrl: string },
): Promise<number | null> {
  const { id: expectedRPID, origins } = relyingPartyOf(publicUrl);
  const { rows } = await ctx.db.execute<KnownPasskey>(sql`
    SELECT p.id, p.user_id, p.credential_id, p.public_key, p.counter FROM passkeys p
    JOIN users u ON u.id = p.user_id WHERE p.credential_id = ${response.id} AND u.erased_at IS NULL`);
  const passkey = rows[0];
  if (passkey === undefined) return null;
  const handle = response.response.userHandle;
  if (handle !== undefined && handle !== Buffer.from(userHandleOf(passkey.user_id)).toString('base64url')) return null;
  let result: VerifiedAuthenticationResponse;
  let failure: unknown = null;
  try {
    result = await verifyAuthenticationResponse({
      response,
      expectedChallenge: async (challenge) => {
        try {
          return await claimChallenge(ctx, challenge, null);
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      expectedOrigin: origins,
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    });
  } catch {
    // The library throws for every invalid response. Errors of the database are thrown on.
    if (failure !== null) throw failure;
    return null;
  }
  if (!result.verified) return null;
  return (await wasUsed(ctx, passkey, result.authenticationInfo.newCounter)) ? passkey.user_id : null;
}

/** If a copied authenticator sends two responses with the same counter, only one is accepted. */
async function wasUsed({ db, now }: CheckContext, { id, counter }: KnownPasskey, newCounter: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE passkeys SET counter = ${newCounter}, last_used_at = ${now().toISOString()}::timestamptz
    WHERE id = ${id} AND counter = ${counter}`);
  return rowCount === 1;
}
