import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { invite, type NewInvite } from './invite.ts';

/** Maximum number of mails per day that an agency, and a person for agencies, can send to people of their choice. */
const MAX_A_DAY = 20;
/** The maximum of an agency that nobody has approved. */
const MAX_BEFORE_APPROVAL = 5;

/**
 * Invites a person to represent an agency: `invite` with limits that are exact under concurrency. An agency that was created by signing up is
 * approved when an administrator has verified one of its owners.
 * @throws RuleRefused `already_member`, `too_many_invites`
 */
export async function inviteToAgency(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { agency, ...letter }: Omit<NewInvite, 'target'> & { agency: { id: number; name: string } },
): ReturnType<typeof invite> {
  return ctx.db.transaction(async (tx) => {
    await countAgencyInvites({ ...ctx, db: tx }, { agencyId: agency.id, count: 1 });
    return invite({ ...ctx, db: tx }, { ...letter, target: { kind: 'client', ...agency } });
  });
}

/** Makes the invitations of an agency, and those of a person, wait for each other until the end of the transaction. */
export async function lockAgencyInvites(
  { db: tx, actor }: Pick<Context, 'db' | 'actor'>,
  agencyId: number,
): Promise<void> {
  // The locks are separate statements, so that the next one counts all invitations that were committed before.
  await tx.execute(sql`SELECT FROM users WHERE id = ${actor.userId} FOR NO KEY UPDATE`);
  await tx.execute(sql`SELECT FROM agencies WHERE id = ${agencyId} FOR NO KEY UPDATE`);
}

/**
 * Refuses more invitations of an agency than its limit of a day, those to represent it and those of creators together. Call it in the transaction that
 * writes the entries `invite.sent` of the audit log, which it counts; `details.count` of an entry is the number of its invitations, by default one.
 * @throws RuleRefused `too_many_invites`
 */
export async function countAgencyInvites(
  { db: tx, actor }: Pick<Context, 'db' | 'actor'>,
  { agencyId, count }: { agencyId: number; count: number },
): Promise<void> {
  const { userId, isAdmin } = actor;
  await lockAgencyInvites({ db: tx, actor }, agencyId);
  const { rows } = await tx.execute<{ by_agency: number | null; by_person: number | null; is_approved: boolean }>(sql`
      SELECT sum(coalesce((l.details->>'count')::int, 1)) FILTER (WHERE l.subject_id = ${agencyId}) AS by_agency,
        sum(coalesce((l.details->>'count')::int, 1)) FILTER (WHERE l.actor_id = ${userId}) AS by_person,
        (SELECT NOT a.from_sign_up OR EXISTS (
          SELECT FROM agency_members m JOIN users u ON u.id = m.user_id
          WHERE m.agency_id = a.id AND m.role = 'owner' AND (u.is_verified OR u.is_admin)) FROM agencies a WHERE a.id = ${agencyId}) AS is_approved
      FROM audit_log l
      WHERE l.subject_kind = 'client' AND (l.subject_id = ${agencyId} OR l.actor_id = ${userId}) AND l.action = 'invite.sent'
        AND l.at > now() - interval '1 day'`);
  const { by_agency: byAgency, by_person: byPerson, is_approved: isApproved } = rows[0]!;
  const [ofAgency, ofPerson] = [(byAgency ?? 0) + count, (byPerson ?? 0) + count];
  if (!isApproved && ofAgency > MAX_BEFORE_APPROVAL)
    throw new RuleRefused(
      'too_many_invites',
      `Before an administrator has verified an owner of the client, it sends at most ${MAX_BEFORE_APPROVAL} invitations a day.`,
    );
  if (ofAgency > MAX_A_DAY || (ofPerson > MAX_A_DAY && !isAdmin))
    throw new RuleRefused('too_many_invites', `A client and a person send at most ${MAX_A_DAY} invitations a day.`);
}
