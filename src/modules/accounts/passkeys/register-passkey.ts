import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { readMarketName } from '../messages/market-name.ts';
import { hasSecondFactor } from '../second-factor/check-second-factor.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { claimChallenge, storeChallenge } from './challenge.ts';
import { type Passkey, readPasskey } from './list-passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';

/** Maximum number of passkeys, which exceeds the number of devices of a person. */
const MAX_PASSKEYS = 20;

export const REGISTRATION_ERRORS = ['passkeys_unavailable', 'too_many_passkeys'] as const;

/**
 * Starts the registration of a passkey.
 * @returns the options for the browser, with a challenge that can be used once
 * @throws RuleRefused `passkeys_unavailable`, `too_many_passkeys`
 */
export async function startPasskey(ctx: Context, publicUrl: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { db, actor } = ctx;
  const { rows } = await db.execute<{
    email: string;
    name: string;
    credentials: { id: string; transports: string[] }[];
  }>(sql`
    SELECT email, public_name AS name,
      ARRAY (SELECT json_build_object('id', p.credential_id, 'transports', p.transports)
        FROM passkeys p WHERE p.user_id = u.id ORDER BY p.id) AS credentials
    FROM users u WHERE id = ${actor.userId}`);
  const { email, name, credentials } = rows[0]!;
  if (credentials.length >= MAX_PASSKEYS) throw tooMany();
  const options = await generateRegistrationOptions({
    rpName: await readMarketName(db),
    rpID: relyingPartyOf(publicUrl).id,
    userName: email,
    userDisplayName: name,
    userID: userHandleOf(actor.userId),
    attestationType: 'none',
    excludeCredentials: credentials,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(ctx, options.challenge, actor.userId);
  return options;
}

/**
 * Registers a passkey. With the first second factor, an account receives recovery codes.
 * @returns the passkey, and the raw recovery codes, which are shown once; null when the account already has recovery codes
 * @throws InvalidInput naming `response`; RuleRefused `passkeys_unavailable`, `too_many_passkeys`
 */
export async function registerPasskey(
  ctx: Context,
  { name, response, publicUrl }: { name: string; response: RegistrationResponseJSON; publicUrl: string },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const { userId } = ctx.actor;
  const { credential, credentialBackedUp } = await verified(ctx, response, publicUrl);
  return ctx.db.transaction(async (tx) => {
    // One of several concurrent registrations is the first.
    await tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
    const isFirst = !(await hasSecondFactor({ db: tx }, userId));
    const { rows: count } = await tx.execute<{ n: number }>(
      sql`SELECT count(*)::integer AS n FROM passkeys WHERE user_id = ${userId}`,
    );
    if (count[0]!.n >= MAX_PASSKEYS) throw tooMany();
    const id = await insert(tx, ctx, {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      name,
    });
    await tx.execute(sql`UPDATE tokens SET second_factor = true WHERE id = ${ctx.actor.token?.id ?? null}::bigint`);
    await notifyPerson({ ...ctx, db: tx }, userId, 'passkey_added');
    await writeAudit(tx, {
      actorId: userId,
      action: 'user.passkey_added',
      subjectKind: 'user',
      subjectId: userId,
      details: { passkey: id },
    });
    const recoveryCodes = isFirst ? await replaceRecoveryCodes(tx, userId) : null;
    return { passkey: await readPasskey({ ...ctx, db: tx }, id), recoveryCodes };
  });
}

async function verified(ctx: Context, response: RegistrationResponseJSON, publicUrl: string) {
  const { id, origins } = relyingPartyOf(publicUrl);
  let result: VerifiedRegistrationResponse;
  let failure: unknown = null;
  try {
    result = await verifyRegistrationResponse({
      response,
      expectedChallenge: async (challenge) => {
        try {
          return await claimChallenge(ctx, challenge, ctx.actor.userId);
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
    });
  } catch {
    // The library throws for every invalid response. Errors of the database are thrown on.
    if (failure !== null) throw failure;
    throw unfit();
  }
  if (!result.verified) throw unfit();
  return result.registrationInfo;
}

async function insert(
  tx: Context['db'],
  { actor, now }: Context,
  passkey: {
    credentialId: string;
    publicKey: Buffer;
    counter: number;
    transports: string[];
    backedUp: boolean;
    name: string;
  },
): Promise<number> {
  const { credentialId, publicKey, counter, transports, backedUp, name } = passkey;
  try {
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
      VALUES (${actor.userId}, ${credentialId}, ${publicKey}, ${counter}, ${sql.param(transports)}::text[], ${backedUp}, ${name},
        ${now().toISOString()}::timestamptz)
      RETURNING id`);
    return rows[0]!.id;
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credential_id_key')) throw unfit();
    throw error;
  }
}

/** The user handle of WebAuthn. It identifies the account to the authenticator and contains no personal data. */
export function userHandleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(`tributary:${userId}`));
}

function unfit(): InvalidInput {
  return new InvalidInput({
    response: ['must be the response of a new passkey to a challenge that was issued to you'],
  });
}

function tooMany(): RuleRefused {
  return new RuleRefused('too_many_passkeys', `An account has at most ${MAX_PASSKEYS} passkeys.`);
}
