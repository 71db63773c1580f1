import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { readActor } from '../authenticate.ts';
import { claimCode, codeInvalid, findCode, type OpenCode, type SignUpDraft } from '../codes/account-code.ts';
import { createUser } from '../create-user.ts';
import type { CampaignInvitations } from '../deps.ts';
import type { SessionOrigin } from '../sessions/network.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { holdForApproval } from '../settings/hold-for-approval.ts';
import { writeAccepted } from '../terms/accepted-terms.ts';
import { freeUnprovenAddress, takeOver } from '../unproven-address.ts';

/** A user with a new account and session, who may have joined the campaign of the sign-up. */
export interface VerifiedSignUp {
  session: OpenedSession;
  /** Null: no campaign was named, or joining was refused. The session is opened in both cases. */
  joinedCampaignId: number | null;
  /** The token of the campaign that the sign-up came from. */
  campaignToken: string | null;
}

/**
 * Creates the account of a sign-up by the mailed code, and signs its owner in. An existing account with this unproven address is
 * transferred to the owner, with the password of the sign-up.
 * @throws RuleRefused `code_invalid` (also when the address has an account by now); TooManyRequests
 */
export async function verifyEmail(
  ctx: Omit<Context, 'actor'>,
  campaigns: CampaignInvitations,
  { code, network, device = null, country = null }: { code: string; network: string } & Partial<SessionOrigin>,
): Promise<VerifiedSignUp> {
  const found = await findCode(ctx, { kind: 'sign_up', code, network });
  const draft = found.sign_up!;
  const session = await ctx.db.transaction(async (tx) => {
    const userId = await accountOf({ ...ctx, db: tx }, found, draft);
    if (draft.role === 'agency') await makeAgency(tx, userId, draft.name);
    else await holdForApproval({ ...ctx, db: tx }, userId);
    if (draft.accepted !== undefined)
      await writeAccepted(tx, userId, draft.accepted, new Date(draft.accepted_at ?? ctx.now()));
    await claimCode(tx, ctx, found);
    return openSession({ ...ctx, db: tx }, { userId, by: 'email_verification', device, country });
  });
  const joinedCampaignId =
    draft.offer_token === null ? null : await join(ctx, campaigns, session.userId, draft.offer_token);
  return { session, joinedCampaignId, campaignToken: draft.offer_token };
}

async function accountOf(
  { db: tx, now }: Pick<Context, 'db' | 'now'>,
  { email }: OpenCode,
  draft: SignUpDraft,
): Promise<number> {
  await freeUnprovenAddress(tx, email);
  const { rows } = await tx.execute<{ id: number; email_unproven: boolean }>(sql`
    SELECT id, email_unproven FROM users WHERE lower(email) = lower(${email}) AND erased_at IS NULL FOR NO KEY UPDATE`);
  const account = rows[0];
  if (account === undefined) return makeAccount(tx, email, draft);
  if (!account.email_unproven) throw codeInvalid();
  await takeOver(tx, { userId: account.id, passwordHash: draft.password_hash, at: now() });
  return account.id;
}

async function makeAccount(tx: Database, email: string, draft: SignUpDraft): Promise<number> {
  try {
    const { id } = await createUser({ db: tx }, { email, passwordHash: draft.password_hash, displayName: draft.name });
    const details = { by: 'sign_up', role: draft.role };
    await writeAudit(tx, { actorId: id, action: 'user.created', subjectKind: 'user', subjectId: id, details });
    return id;
  } catch (error) {
    // Another code of this address was used at the same moment.
    if (error instanceof InvalidInput && error.errors['email']) throw codeInvalid();
    throw error;
  }
}

/** The user becomes the owner of a new agency. */
async function makeAgency(tx: Database, userId: number, name: string): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO agencies (client_id, name, from_sign_up) VALUES (${`agency-${randomBytes(6).toString('hex')}`}, ${name}, true)
    RETURNING id`);
  const { id } = rows[0]!;
  await tx.execute(sql`INSERT INTO agency_members (agency_id, user_id, role) VALUES (${id}, ${userId}, 'owner')`);
  await writeAudit(tx, { actorId: userId, action: 'client.created', subjectKind: 'client', subjectId: id });
}

/** Joins the campaign. A refusal, for example of a campaign that has ended, does not prevent the sign-in. */
async function join(
  ctx: Omit<Context, 'actor'>,
  campaigns: CampaignInvitations,
  userId: number,
  token: string,
): Promise<number | null> {
  const actor = await readActor(ctx, userId);
  if (actor === null) return null;
  try {
    return await campaigns.join({ ...ctx, actor }, token);
  } catch (error) {
    if (error instanceof RuleRefused || error instanceof NotFound) return null;
    throw error;
  }
}
