import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { socialIdentifierOf } from '../../accounts/index.ts';
import { notifyParticipants } from '../mails/notify-participants.ts';
import { publishParticipants } from '../participants/events.ts';
import { type CampaignType, firstStatus } from '../participants/transitions.ts';
import { storeIsOpen } from '../policy.ts';

/** The audience of a campaign. Each entry becomes a target. */
export interface Targets {
  userIds: readonly number[];
  userTagIds: readonly number[];
  storeGroupIds: readonly number[];
  agencyIds: readonly number[];
  revenueTierIds: readonly number[];
  emails: readonly string[];
  socialIdentifiers: readonly string[];
}

export const NO_TARGETS: Targets = {
  userIds: [],
  userTagIds: [],
  storeGroupIds: [],
  agencyIds: [],
  revenueTierIds: [],
  emails: [],
  socialIdentifiers: [],
};

/** The data of a campaign that its targets need. */
export interface TargetedCampaign {
  id: number;
  storeId: number;
  type: CampaignType;
  todo: readonly string[];
}

/** The result of adding targets. */
export interface AddedTargets {
  /** The targets that the campaign did not have before. */
  addedIds: number[];
  /** Users who are skipped: unknown, suspended, or on the store's blocklist. */
  skippedUserIds: number[];
}

/** The caller's names of the kinds of targets, for the errors. `entryId` follows the index of an entry that is an object. */
export type TargetFields = Record<'userTagIds' | 'storeGroupIds' | 'agencyIds' | 'revenueTierIds', string> & {
  entryId?: string;
};

/**
 * Adds targets to a campaign, in the caller's transaction, which is `ctx.db`. Existing targets are unchanged. In a campaign with
 * participants, the named users and each e-mail and social identifier become participants with the campaign's to-dos, and invited
 * users are notified by mail.
 * @throws InvalidInput naming unknown entries of the other kinds
 */
export async function addTargets(
  ctx: Pick<Context, 'db' | 'now' | 'log' | 'publicUrl'>,
  { campaign, targets, fields }: { campaign: TargetedCampaign; targets: Targets; fields: TargetFields },
): Promise<AddedTargets> {
  const { db: tx, now } = ctx;
  await refuseUnknownTargets(tx, campaign.storeId, targets, fields);
  const targetable = await targetableUsers(tx, campaign.storeId, targets.userIds);
  const skippedUserIds = [...new Set(targets.userIds)].filter((id) => !targetable.has(id));
  const userIds = [...targetable];
  const emails = [...new Set(targets.emails.map((email) => email.toLowerCase()))];
  const identifiers = distinct(targets.socialIdentifiers.map(socialIdentifierOf)).filter((name) => name !== '');
  const addedIds = await insertTargets(tx, campaign.id, [
    ...userIds.map((id) => ['user', id] as const),
    ...targets.userTagIds.map((id) => ['tag', id] as const),
    ...targets.storeGroupIds.map((id) => ['group', id] as const),
    ...targets.agencyIds.map((id) => ['client', id] as const),
    ...targets.revenueTierIds.map((id) => ['tier', id] as const),
    ...emails.map((text) => ['email', text] as const),
    ...identifiers.map((text) => ['social', text] as const),
  ]);
  if (campaign.type !== 'standard') {
    const events = await addParticipants(tx, now, campaign, { userIds, emails, identifiers });
    if (statusOfNew(campaign.type) === 'open')
      await notifyParticipants(ctx, { participantIds: [...events.keys()], news: 'invited', events });
  }
  return { addedIds, skippedUserIds };
}

const COLUMNS: Record<keyof Targets, string> = {
  userIds: 'user_id',
  userTagIds: 'user_tag_id',
  storeGroupIds: 'store_group_id',
  agencyIds: 'agency_id',
  revenueTierIds: 'revenue_tier_id',
  emails: 'email',
  socialIdentifiers: 'social_identifier',
};

/** Removes all targets of these kinds from a campaign, in the caller's transaction. Existing participants remain. */
export async function clearTargets(tx: Database, campaignId: number, kinds: readonly (keyof Targets)[]): Promise<void> {
  if (kinds.length === 0) return;
  const named = kinds.map((kind) => sql`${sql.identifier(COLUMNS[kind])} IS NOT NULL`);
  await tx.execute(
    sql`DELETE FROM campaign_targets WHERE campaign_id = ${campaignId} AND (${sql.join(named, sql` OR `)})`,
  );
}

async function insertTargets(
  tx: Database,
  campaignId: number,
  targets: readonly (readonly [kind: string, value: number | string])[],
): Promise<number[]> {
  const kinds = sql`${sql.param(targets.map(([kind]) => kind))}::text[]`;
  const values = sql`${sql.param(targets.map(([, value]) => String(value)))}::text[]`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO campaign_targets
      (campaign_id, user_id, user_tag_id, store_group_id, agency_id, revenue_tier_id, email, social_identifier)
    SELECT ${campaignId}::bigint, CASE kind WHEN 'user' THEN value::bigint END, CASE kind WHEN 'tag' THEN value::bigint END,
      CASE kind WHEN 'group' THEN value::bigint END, CASE kind WHEN 'client' THEN value::bigint END,
      CASE kind WHEN 'tier' THEN value::bigint END, CASE kind WHEN 'email' THEN value END, CASE kind WHEN 'social' THEN value END
    FROM unnest(${kinds}, ${values}) AS given (kind, value)
    WHERE NOT (kind = 'social' AND EXISTS (
      SELECT FROM campaign_targets t WHERE t.campaign_id = ${campaignId} AND lower(t.social_identifier) = lower(value)))
    ON CONFLICT DO NOTHING RETURNING id`);
  return rows.map(({ id }) => id);
}

/** Returns the users that the store works with: known, neither suspended nor on its blocklist. */
export async function targetableUsers(tx: Database, storeId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT u.id FROM users u WHERE u.id = ANY (${sql.param([...ids])}::bigint[]) AND ${isTargetable(storeId)} ORDER BY u.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Condition over `users u`: the store works with them, who are neither suspended nor on its blocklist. */
export function isTargetable(storeId: number | SQL): SQL {
  return sql`${isTargetableByGroup(storeId)} AND NOT EXISTS (SELECT FROM blocklist b WHERE b.store_id = ${storeId} AND b.user_id = u.id)`;
}

/** Condition over `offers o` and its `stores s`: the store takes part in the market, and works with this user. */
export function storeWorksWith(userId: number): SQL {
  return sql`(${storeIsOpen} AND EXISTS (SELECT FROM users u WHERE u.id = ${userId} AND ${isTargetable(sql`o.store_id`)}))`;
}

/** Condition over `users u`: like `isWelcome`, but includes creators whom the store has blocked individually. */
export function isTargetableByGroup(storeId: number | SQL): SQL {
  return sql`u.suspended_at IS NULL AND u.erased_at IS NULL
    AND NOT EXISTS (SELECT FROM blocklist b WHERE b.store_id = ${storeId} AND (b.agency_id = u.agency_id
      OR b.user_tag_id IN (SELECT m.user_tag_id FROM user_tag_members m WHERE m.user_id = u.id)))`;
}

/**
 * Checks all kinds except users, who are skipped instead. A tag of another store is unknown.
 * @throws InvalidInput naming the unknown entries
 */
export async function refuseUnknownTargets(
  tx: Database,
  storeId: number,
  targets: Targets,
  fields: TargetFields,
): Promise<void> {
  const kinds = ['userTagIds', 'storeGroupIds', 'agencyIds', 'revenueTierIds'] as const;
  const named = kinds.flatMap((kind) => targets[kind].map((id, at) => ({ kind, id, at })));
  if (named.length === 0) return;
  const { rows } = await tx.execute<{ n: number }>(sql`
    SELECT n::int AS n
    FROM unnest(${sql.param(named.map(({ kind }) => kind))}::text[], ${sql.param(named.map(({ id }) => id))}::bigint[])
      WITH ORDINALITY AS given (kind, id, n)
    WHERE NOT CASE kind
      WHEN 'userTagIds' THEN EXISTS (SELECT FROM user_tags t WHERE t.id = given.id AND (t.store_id IS NULL OR t.store_id = ${storeId}))
      WHEN 'storeGroupIds' THEN EXISTS (SELECT FROM store_groups g WHERE g.id = given.id)
      WHEN 'agencyIds' THEN EXISTS (SELECT FROM agencies c WHERE c.id = given.id)
      ELSE EXISTS (SELECT FROM revenue_tiers r WHERE r.id = given.id) END
    ORDER BY n`);
  if (rows.length === 0) return;
  const faults = rows.map(({ n }) => named[n - 1]!);
  const sentence = ['must be the id of one that exists'];
  throw new InvalidInput(
    Object.fromEntries(faults.map(({ kind, at }) => [`${fields[kind]}.${at}${fields.entryId ?? ''}`, sentence])),
  );
}

/**
 * Adds users and addresses as participants, unless they already are, with the campaign's to-dos.
 * @returns the events of the new participants, by their ids
 */
export async function addParticipants(
  tx: Database,
  now: Context['now'],
  { id, type, todo }: TargetedCampaign,
  { userIds, emails, identifiers }: { userIds: number[]; emails: string[]; identifiers: string[] },
): Promise<ReadonlyMap<number, number>> {
  const list = todo.length === 0 ? null : JSON.stringify(todo.map((key) => ({ key, value: false })));
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO participants (campaign_id, user_id, pre_registered_email, pre_registered_identifier, status, todo, created_at, updated_at)
    SELECT ${id}, user_id, email, identifier, ${statusOfNew(type)}, ${list}::jsonb, ${now().toISOString()}, ${now().toISOString()} FROM (
      SELECT user_id, NULL::text, NULL::text FROM unnest(${sql.param(userIds)}::bigint[]) AS given (user_id)
      UNION ALL SELECT NULL, email, NULL FROM unnest(${sql.param(emails)}::text[]) AS given (email)
      UNION ALL SELECT NULL, NULL, identifier FROM unnest(${sql.param(identifiers)}::text[]) AS given (identifier)
    ) AS wanted (user_id, email, identifier) ON CONFLICT DO NOTHING RETURNING id`);
  const ids = rows.map((row) => row.id);
  return publishParticipants(tx, { ids, from: null, to: statusOfNew(type), at: now() });
}

const statusOfNew = (campaignType: CampaignType) => firstStatus({ campaignType, hasApplied: false });

/** Removes duplicates, ignoring case; keeps the first spelling. */
function distinct(texts: readonly string[]): string[] {
  const spelling = new Map<string, string>();
  for (const text of texts) if (!spelling.has(text.toLowerCase())) spelling.set(text.toLowerCase(), text);
  return [...spelling.values()];
}
