import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { removeFile } from '../../../platform/storage/remove-file.ts';
import { writeAudit } from '../audit.ts';
import { keepAnAdministrator } from '../provisioning/manage-users.ts';

/** A user of whom only the id remains. */
export interface ErasedUser {
  id: number;
  erasedAt: Date;
}

type UserRow = { email: string; username: string; identity_id: string | null; erased_at: string | null };

/** A person to be erased, with the name that replaces the person's names. */
interface Person extends UserRow {
  id: number;
  /** Replaces the username, and precedes `@erased.invalid` in the address. */
  alias: string;
}

/**
 * Erases a person immediately and irreversibly: names, addresses, credentials, tokens, memberships, the profile, social accounts, media with
 * their files, the text of comments, and free-text reasons about the person. Accounting records remain under the user's id:
 * links, clicks, orders, the ledger, and invoices with the recipient's name (docs/operations.md). The links still redirect to the
 * stores and earn nothing. Repeating it is harmless.
 * @param actorId the requesting user; null: the command line
 * @throws NotFound; RuleRefused `last_administrator`
 */
export async function eraseUser(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, actorId }: { userId: number; actorId: number | null },
): Promise<ErasedUser> {
  return db.transaction(async (tx) => {
    await keepAnAdministrator({ db: tx }, userId);
    const { rows } = await tx.execute<UserRow>(
      sql`SELECT email, username, identity_id, erased_at FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
    );
    const user = rows[0];
    if (user === undefined) throw new NotFound('user');
    if (user.erased_at !== null) return { id: userId, erasedAt: new Date(user.erased_at) };
    const person: Person = { ...user, id: userId, alias: `erased-${userId}` };
    const at = now();
    const statements = [
      ...whatIsTheirs(person),
      ...whatNamesThem(person, at),
      ...whatWasWrittenOfThem(userId),
      theUser(person, at),
    ];
    for (const statement of statements) await tx.execute(statement);
    await removeMedia(tx, userId);
    await writeAudit(tx, { actorId, action: 'user.erased', subjectKind: 'user', subjectId: userId });
    return { id: userId, erasedAt: at };
  });
}

/** Rows that concern only the person, and that no sum depends on. */
function whatIsTheirs({ id, email, alias, identity_id: identityId }: Person): SQL[] {
  const tables = [
    'tokens',
    'oauth_grants',
    'totp_factors',
    'recovery_codes',
    'passkeys',
    'passkey_challenges',
    'data_exports',
    'notifications',
    'notification_settings',
    'unsubscribe_links',
    'accepted_terms',
    'idempotency_keys',
    'agency_members',
    'store_members',
    'user_tag_members',
    'activity_reads',
    'social_accounts',
    'influencer_notices',
    'influencers',
    'vouchers',
    'webhooks',
    'report_schedules',
    'report_recipients',
    'click_subs',
    'link_domains',
    'imported_commissions',
    'participant_deliveries',
    'participant_answers',
    'creator_topics',
    'creator_pages',
    'creator_results',
    'creator_list_members',
    'creator_notes',
    'agency_invitations',
    'muted_stores',
  ];
  return [
    // Must run before the social accounts are removed, because they identify some of these rows. A name that the person has only written down is another's.
    sql`UPDATE campaign_targets SET social_identifier = 'erased-' || id WHERE lower(social_identifier) IN
      (SELECT lower(identifier) FROM social_accounts WHERE user_id = ${id} AND is_theirs)`,
    sql`UPDATE participants SET pre_registered_identifier = 'erased-' || id WHERE lower(pre_registered_identifier) IN
      (SELECT lower(identifier) FROM social_accounts WHERE user_id = ${id} AND is_theirs)`,
    ...tables.map((table) => sql`DELETE FROM ${sql.identifier(table)} WHERE user_id = ${id}`),
    sql`DELETE FROM notifications WHERE about_user_id = ${id}`,
    // Maintenance deletes their databases.
    sql`UPDATE sandboxes SET name = '', expires_at = created_at WHERE owner_id = ${id}`,
    sql`DELETE FROM account_codes WHERE user_id = ${id} OR lower(email) = lower(${email})`,
    sql`DELETE FROM identities WHERE id = ${identityId} OR lower(email) = lower(${email})`,
    sql`UPDATE payout_accounts SET sealed = NULL, masked = '', fingerprint = '', removed_at = coalesce(removed_at, now())
      WHERE payee_id IN (SELECT id FROM payees WHERE user_id = ${id})`,
    sql`DELETE FROM vat_number_checks WHERE payee_id IN (SELECT id FROM payees WHERE user_id = ${id})`,
    sql`UPDATE payees SET legal_name = ${alias}, street = '', postal_code = '', city = '', vat_number = NULL, tax_number = NULL, vat_status = 'none', tax_fields = '{}',
      vat_confirmed_at = NULL, vat_confirmed_by = NULL
      WHERE user_id = ${id}`,
    // Mails to the person that are queued or have failed.
    sql`SELECT count(*) FROM (SELECT array_agg(id) AS ids FROM graphile_worker._private_jobs
      WHERE locked_at IS NULL AND strpos(lower(payload::text), lower(${email})) > 0) waiting, graphile_worker.complete_jobs(waiting.ids)`,
  ];
}

/**
 * Rows of others that name the person. The address in a target is replaced, because a campaign that loses its only target would be
 * for everybody.
 */
function whatNamesThem({ id, email, username, alias }: Person, at: Date): SQL[] {
  const isTheirs = (column: SQL) => sql`lower(${column}) = lower(${email})`;
  const nobody = sql`'erased-' || id || '@erased.invalid'`;
  return [
    sql`DELETE FROM order_claim_evidence WHERE claim_id IN (SELECT id FROM order_claims WHERE user_id = ${id})`,
    sql`UPDATE order_claims SET note = '' WHERE user_id = ${id}`,
    sql`UPDATE order_events e SET details = e.details - 'reason' FROM order_attributions a
      WHERE e.order_row_id = a.order_row_id AND e.kind = 'attributed' AND ${id} IN (a.user_id, a.former_user_id)`,
    sql`UPDATE order_attributions SET reason = '' WHERE ${id} IN (user_id, former_user_id)`,
    sql`UPDATE customer_bindings SET ended_note = NULL WHERE user_id = ${id}`,
    sql`UPDATE submissions x SET url = NULL, note = '', file_name = NULL, media_type = NULL, content = NULL, feedback = NULL
      FROM deliverables d JOIN participants p ON p.id = d.participant_id WHERE d.id = x.deliverable_id AND p.user_id = ${id}`,
    // The value of what was received remains, because it is a cost of the store.
    sql`UPDATE participant_gifts g SET carrier = '', number = '', tracking_url = NULL, credit_code = NULL, not_received = ''
      FROM participants p WHERE p.id = g.participant_id AND p.user_id = ${id}`,
    sql`UPDATE participant_gift_products c SET options = '' FROM participants p WHERE p.id = c.participant_id AND p.user_id = ${id}`,
    sql`UPDATE publications b SET url = NULL, disclosure_text = '', feedback = NULL, next_check_at = NULL
      FROM participants p WHERE p.id = b.participant_id AND p.user_id = ${id}`,
    sql`UPDATE publication_proofs x SET content = NULL FROM publications b JOIN participants p ON p.id = b.participant_id
      WHERE b.id = x.publication_id AND p.user_id = ${id}`,
    sql`UPDATE comments SET text = '', deleted_at = coalesce(deleted_at, ${at.toISOString()}) WHERE author_id = ${id}`,
    sql`UPDATE broadcasts SET subject = '', text = '' WHERE author_id = ${id}`,
    sql`UPDATE message_attachments SET file_name = '', content = NULL WHERE added_by = ${id}`,
    sql`UPDATE participants SET pre_registered_email = NULL, pre_registered_identifier = NULL WHERE user_id = ${id}`,
    sql`UPDATE participants SET pre_registered_email = ${nobody} WHERE ${isTheirs(sql`pre_registered_email`)}`,
    sql`UPDATE campaign_targets SET email = ${nobody} WHERE ${isTheirs(sql`email`)}`,
    sql`DELETE FROM agency_invitations WHERE ${isTheirs(sql`email`)}`,
    sql`UPDATE campaigns SET name = replace(name, ${username}, ${alias}), campaign_title = replace(campaign_title, ${username}, ${alias})
      WHERE only_user_id = ${id}`,
    sql`UPDATE invites SET email = ${nobody}, token_hash = NULL,
      revoked_at = CASE WHEN accepted_at IS NULL THEN coalesce(revoked_at, ${at.toISOString()}) ELSE revoked_at END
      WHERE ${isTheirs(sql`email`)} OR accepted_by = ${id}`,
    sql`UPDATE audit_log SET details = details - 'identity' - 'address_hash' WHERE subject_kind = 'user' AND subject_id = ${id} AND details ?| ARRAY['identity', 'address_hash']`,
  ];
}

/**
 * Free-text reasons of holds of the person's payouts, and of voids that concern only the person. The records remain, with actor,
 * time and amounts, because accounting requires them. A void that also concerns others keeps its reason.
 */
function whatWasWrittenOfThem(id: number): SQL[] {
  const voided = sql`SELECT void_id FROM void_items GROUP BY void_id HAVING bool_and(user_id = ${id})`;
  return [
    sql`UPDATE payout_holds SET reason = ${ERASED}, release_reason = CASE WHEN release_reason IS NOT NULL THEN ${ERASED} END WHERE user_id = ${id}`,
    sql`UPDATE audit_log SET details = details || jsonb_build_object('reason', ${ERASED}::text)
      WHERE details ? 'reason' AND (subject_kind = 'user' AND subject_id = ${id} OR subject_kind = 'void' AND subject_id IN (${voided}))`,
    sql`UPDATE voids SET reason = ${ERASED}, undo_reason = CASE WHEN undo_reason IS NOT NULL THEN ${ERASED} END WHERE id IN (${voided})`,
  ];
}

/** Replaces a text about an erased person. */
const ERASED = 'erased';

/**
 * Suspends the user as well, so that the links still lead to the stores and earn nothing. The market remains, because sums are shown
 * in its currency.
 */
function theUser({ id, alias, identity_id: identityId }: Person, at: Date): SQL {
  return sql`UPDATE users SET username = ${alias}, email = ${`${alias}@erased.invalid`}, password_hash = NULL, is_admin = false,
    first_name = NULL, surname = NULL, display_name = NULL, country = NULL, city = NULL, address = NULL, postcode = NULL, phone = NULL,
    preferred_locale = NULL, config = '{}', recruitment_utm = NULL, email_unproven = false, is_verified = false, awaits_approval = false, deletion_due_at = NULL, last_active_at = NULL,
    identity_id = CASE WHEN ${identityId}::text IS NULL THEN NULL ELSE ${erasedIdentity(identityId ?? '')} END,
    suspended_at = coalesce(suspended_at, ${at.toISOString()}), erased_at = ${at.toISOString()}, updated_at = ${at.toISOString()} WHERE id = ${id}`;
}

/**
 * A hash of the identity provider's id of an erased person. It is used to refuse their sessions instead of creating a new user.
 */
export function erasedIdentity(subject: string): SQL {
  return sql`('erased:' || encode(sha256(convert_to(${subject}, 'UTF8')), 'hex'))`;
}

async function removeMedia(tx: Database, userId: number): Promise<void> {
  const { rows } = await tx.execute<{ file_key: string | null }>(sql`
    WITH media AS (DELETE FROM user_media WHERE user_id = ${userId} RETURNING file_key),
      profile AS (DELETE FROM creator_profiles WHERE user_id = ${userId} RETURNING picture_key)
    SELECT file_key FROM media UNION ALL SELECT picture_key FROM profile`);
  const files = rows.flatMap(({ file_key: key }) => (key === null ? [] : [{ key }]));
  await enqueueAll(tx, removeFile, files);
}
