import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { DomainProver } from '../../stores/index.ts';
import { isOwnPage, type PlatformName, readChannel } from './platforms.ts';
import { type ChannelAttempt, proveChannel } from './prove-channel.ts';

export const CHANNEL_PROOFS = ['page', 'link', 'dns', 'file', 'meta', 'administrator'] as const;
type ChannelProof = (typeof CHANNEL_PROOFS)[number];

/** Most channels of a creator. */
export const MAX_CHANNELS = 20;
/** Minimum time between two checks of a channel, because checks query servers of others. */
const PAUSE_SECONDS = 10;

/** Where a creator publishes. */
export interface Channel {
  id: number;
  platform: PlatformName;
  identifier: string;
  url: string;
  /** Names the creator in the proofs; not secret. */
  token: string;
  /** What the creator says. */
  statedFollowers: number | null;
  provenBy: ChannelProof | null;
  provenAt: Date | null;
  checkedAt: Date | null;
}

interface ChannelKey {
  userId: number;
  channelId: number;
}

/** Reads the channels of a creator, in the order in which they were added. Imported accounts without a platform are not channels yet. */
export function listChannels({ db }: Pick<Context, 'db'>, userId: number): Promise<Channel[]> {
  return readWhere(db, sql`a.user_id = ${userId}`);
}

/** An account of a creator that was imported without its platform. */
export interface ImportedAccount {
  kind: 'social' | 'blog';
  identifier: string;
  /** null: not known. */
  followers: number | null;
}

/** Reads the imported accounts of a creator, which only imports change. */
export async function listImported({ db }: Pick<Context, 'db'>, userId: number): Promise<ImportedAccount[]> {
  const { rows } = await db.execute<ImportedAccount & Record<string, unknown>>(sql`
    SELECT a.type AS kind, a.identifier, nullif(a.followers, 0) AS followers
    FROM social_accounts a WHERE a.user_id = ${userId} AND a.platform IS NULL ORDER BY a.id LIMIT ${MAX_CHANNELS}`);
  return rows;
}

async function readChannelOf(db: Database, { userId, channelId }: ChannelKey): Promise<Channel> {
  const [channel] = await readWhere(db, sql`a.user_id = ${userId} AND a.id = ${channelId}`);
  if (channel === undefined) throw new NotFound('channel');
  return channel;
}

async function readWhere(db: Database, condition: SQL): Promise<Channel[]> {
  const { rows } = await db.execute<{
    id: number;
    platform: PlatformName;
    identifier: string;
    url: string;
    token: string;
    stated_followers: number | null;
    proven_by: ChannelProof | null;
    proven_at: string | null;
    checked_at: string | null;
  }>(sql`
    SELECT a.id, a.platform, a.identifier, a.url, a.token, a.stated_followers, a.proven_by, a.proven_at, a.checked_at
    FROM social_accounts a WHERE a.platform IS NOT NULL AND ${condition} ORDER BY a.id LIMIT ${MAX_CHANNELS}`);
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => ({
    id: row.id,
    platform: row.platform,
    identifier: row.identifier,
    url: row.url,
    token: row.token,
    statedFollowers: row.stated_followers,
    provenBy: row.proven_by,
    provenAt: instant(row.proven_at),
    checkedAt: instant(row.checked_at),
  }));
}

/** A channel as the creator names it. */
export interface NewChannel {
  platform: PlatformName;
  /** The name at the platform, or the address of the page. */
  address: string;
  followers: number | null;
}

/**
 * Adds a channel. It names the creator to campaigns only if an administrator confirms it. An account that was imported under this name stays beside it, because an import
 * does not say at which platform the account is.
 * @throws InvalidInput naming `address`; RuleRefused `channel_known`, `channel_taken`, `too_many_channels`
 */
export async function addChannel(
  ctx: Context,
  { userId, platform, address, followers }: NewChannel & { userId: number },
): Promise<Channel> {
  const named = readChannel(platform, address);
  if (named === null) throw new InvalidInput({ address: ['must be the name or the address of a channel'] });
  const { identifier, url } = named;
  const type = isOwnPage(platform) ? 'blog' : 'social';
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    await lockCreator(tx, userId);
    const known = await listChannels({ db: tx }, userId);
    if (known.some((one) => one.platform === platform && one.identifier.toLowerCase() === identifier.toLowerCase()))
      throw new RuleRefused('channel_known', 'The channel is in the list already.');
    if (known.length >= MAX_CHANNELS)
      throw new RuleRefused('too_many_channels', `A creator has at most ${MAX_CHANNELS} channels.`);
    await refuseTaken(tx, { platform, identifier, userId });
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO social_accounts (user_id, type, platform, identifier, url, stated_followers, created_at, updated_at)
      VALUES (${userId}, ${type}, ${platform}, ${identifier}, ${url}, ${followers}, ${at}, ${at}) RETURNING id`);
    await audit(ctx, tx, 'channel.added', userId, { platform, identifier });
    return readChannelOf(tx, { userId, channelId: rows[0]!.id });
  });
}

/** Changes the number of followers that the creator states. @throws NotFound when the creator has no such channel */
export async function changeChannel(
  ctx: Context,
  { followers, ...key }: ChannelKey & { followers: number | null },
): Promise<Channel> {
  await readChannelOf(ctx.db, key);
  await ctx.db.execute(sql`
    UPDATE social_accounts SET stated_followers = ${followers}, updated_at = ${ctx.now().toISOString()} WHERE id = ${key.channelId}`);
  return readChannelOf(ctx.db, key);
}

/** Removes a channel, of which stores then see nothing. @throws NotFound when the creator has no such channel */
export async function removeChannel(ctx: Context, key: ChannelKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { platform, identifier } = await readChannelOf(tx, key);
    await tx.execute(sql`DELETE FROM social_accounts WHERE id = ${key.channelId}`);
    await audit(ctx, tx, 'channel.removed', key.userId, { platform, identifier });
  });
}

/**
 * Searches for the proof of a channel, and accepts the channel if it is found.
 * @param publicUrl base of our addresses, to which an own page may link
 * @throws NotFound when the creator has no such channel; RuleRefused `checked_recently`, `channel_taken`
 */
export async function checkChannel(
  ctx: Context,
  { domainProver, publicUrl }: { domainProver: DomainProver; publicUrl: string },
  key: ChannelKey,
): Promise<{ channel: Channel; attempts: ChannelAttempt[] }> {
  const channel = await readChannelOf(ctx.db, key);
  const at = ctx.now().toISOString();
  const { rowCount } = await ctx.db.execute(sql`
    UPDATE social_accounts SET checked_at = ${at} WHERE id = ${channel.id}
      AND (checked_at IS NULL OR checked_at <= ${at}::timestamptz - make_interval(secs => ${PAUSE_SECONDS}))`);
  if (rowCount === 0)
    throw new RuleRefused('checked_recently', `The channel was checked less than ${PAUSE_SECONDS} seconds ago.`);
  // Outside of any transaction, because servers of others may reply slowly.
  const attempts = await proveChannel(domainProver, channel, publicUrl);
  const found = attempts.find((attempt) => attempt.found);
  if (found !== undefined && channel.provenAt === null) await accept(ctx, { ...key, provenBy: found.method });
  return { channel: await readChannelOf(ctx.db, key), attempts };
}

/** Accepts a channel by an administrator who knows its owner, also one that is proven: campaigns that name it are then the creator's. @throws NotFound; RuleRefused `channel_taken` */
export async function confirmChannel(ctx: Context, key: ChannelKey): Promise<Channel> {
  await accept(ctx, { ...key, provenBy: 'administrator' });
  return readChannelOf(ctx.db, key);
}

async function accept(ctx: Context, { provenBy, ...key }: ChannelKey & { provenBy: ChannelProof }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockCreator(tx, key.userId);
    const { id, platform, identifier, provenAt } = await readChannelOf(tx, key);
    if (provenAt !== null && provenBy !== 'administrator') return;
    // A concurrent proof of the same channel waits here and then finds the channel taken.
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`channel ${platform} ${identifier.toLowerCase()}`}, 0))`,
    );
    await refuseTaken(tx, { platform, identifier, userId: key.userId });
    await tx.execute(sql`
      UPDATE social_accounts SET is_valid = true, proven_by = ${provenBy}, proven_at = ${ctx.now().toISOString()},
        updated_at = ${ctx.now().toISOString()} WHERE id = ${id}`);
    await audit(ctx, tx, 'channel.proven', key.userId, { platform, identifier, by: provenBy });
  });
}

async function refuseTaken(
  tx: Database,
  { platform, identifier, userId }: { platform: PlatformName; identifier: string; userId: number },
): Promise<void> {
  const { rows } = await tx.execute(sql`
    SELECT FROM social_accounts WHERE platform = ${platform} AND lower(identifier) = lower(${identifier}) AND proven_at IS NOT NULL
      AND user_id <> ${userId}`);
  if (rows.length > 0)
    throw new RuleRefused('channel_taken', 'The channel belongs to another account. Ask the marketplace to decide.');
}

/** Channels of one creator are changed one after another, so that their limit is exact. */
const lockCreator = (tx: Database, userId: number) =>
  tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);

function audit(ctx: Context, tx: Database, action: string, userId: number, details: Record<string, unknown>) {
  return writeAudit(tx, { actor: ctx.actor, action, subjectKind: 'user', subjectId: userId, details });
}
