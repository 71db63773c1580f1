import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { actedBy, requireUser, writeAudit } from '../../accounts/index.ts';
import { type DomainAttempt, type DomainProver, type ProofMethod, readDomains } from '../../stores/index.ts';

/** Maximum number of domains of an owner. */
export const MAX_LINK_DOMAINS = 20;
/** Minimum time between two checks of a domain, because checks query servers of others. */
const PAUSE_SECONDS = 10;

/** A domain on which only links of its owner are redirected, and the proofs that its owner can publish. */
export interface LinkDomain {
  id: number;
  host: string;
  /** The owner: a creator or an agency. */
  userId: number | null;
  agencyId: number | null;
  /** The agency of the creator, for policies. */
  userAgencyId: number | null;
  token: string;
  provenBy: ProofMethod | null;
  provenAt: Date | null;
  checkedAt: Date | null;
}

/** The owner of the domains: one of the two. */
export interface DomainOwner {
  userId: number | null;
  agencyId: number | null;
}

/**
 * Determines the owner that a caller names: a creator or an agency; by default the caller.
 * @throws InvalidInput for both; NotFound for one that the caller may not act for
 */
export async function resolveDomainOwner(
  ctx: Pick<Context, 'db' | 'actor'>,
  { userId, agencyId }: { userId?: number | undefined; agencyId?: number | undefined },
): Promise<DomainOwner> {
  if (agencyId === undefined)
    return { userId: (await requireUser(ctx, userId ?? ctx.actor.userId)).id, agencyId: null };
  if (userId !== undefined) throw new InvalidInput({ client_id: ['must not be given together with user_id'] });
  const { rows } = await ctx.db.execute(sql`SELECT FROM agencies WHERE id = ${agencyId}`);
  if (rows.length === 0 || !representsAgency(ctx.actor, agencyId)) throw new NotFound('client');
  return { userId: null, agencyId };
}

export const representsAgency = (actor: Actor, agencyId: number): boolean =>
  actor.isAdmin || actor.agencyIds.includes(agencyId);

/** Reads a domain; null when there is none. */
export async function findLinkDomain({ db }: Pick<Context, 'db'>, id: number): Promise<LinkDomain | null> {
  return (await readWhere(db, sql`d.id = ${id}`))[0] ?? null;
}

/** Lists the domains of an owner, oldest first. */
export function listLinkDomains({ db }: Pick<Context, 'db'>, owner: DomainOwner): Promise<LinkDomain[]> {
  return readWhere(db, isOf(owner));
}

const isOf = ({ userId, agencyId }: DomainOwner): SQL =>
  agencyId === null ? sql`d.user_id = ${userId}` : sql`d.agency_id = ${agencyId}`;

async function readWhere(db: Database, condition: SQL): Promise<LinkDomain[]> {
  const { rows } = await db.execute<{
    id: number;
    host: string;
    user_id: number | null;
    agency_id: number | null;
    user_agency_id: number | null;
    token: string;
    proven_by: ProofMethod | null;
    proven_at: string | null;
    checked_at: string | null;
  }>(sql`
    SELECT d.id, d.host, d.user_id, d.agency_id, u.agency_id AS user_agency_id, d.token, d.proven_by, d.proven_at, d.checked_at
    FROM link_domains d LEFT JOIN users u ON u.id = d.user_id WHERE ${condition} ORDER BY d.id LIMIT ${MAX_LINK_DOMAINS}`);
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    userId: row.user_id,
    agencyId: row.agency_id,
    userAgencyId: row.user_agency_id,
    token: row.token,
    provenBy: row.proven_by,
    provenAt: instant(row.proven_at),
    checkedAt: instant(row.checked_at),
  }));
}

/**
 * Adds a domain, on which no link is followed until it is proven. Several owners may add the same domain; it belongs to the one who proves it.
 * @throws InvalidInput naming `domain`; RuleRefused `domain_known`, `domain_taken`, `too_many_domains`
 */
export async function addLinkDomain(
  ctx: Context,
  { owner, typed }: { owner: DomainOwner; typed: string },
): Promise<LinkDomain> {
  const [host] = readDomains([{ path: 'domain', text: typed }], ctx).hosts;
  if (host === undefined) throw new InvalidInput({ domain: ['must be a domain that you own, such as go.example.com'] });
  return ctx.db.transaction(async (tx) => {
    // Domains of one owner are added one after another, so that the limit is exact.
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`link domains ${owner.userId} ${owner.agencyId}`}, 0))`,
    );
    const known = await listLinkDomains({ db: tx }, owner);
    if (known.some((domain) => domain.host === host))
      throw new RuleRefused('domain_known', `The domain ${host} is already in the list.`);
    if (known.length >= MAX_LINK_DOMAINS)
      throw new RuleRefused('too_many_domains', `At most ${MAX_LINK_DOMAINS} domains can be added.`);
    await refuseTaken(tx, host);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO link_domains (host, user_id, agency_id, created_at)
      VALUES (${host}, ${owner.userId}, ${owner.agencyId}, ${ctx.now().toISOString()}) RETURNING id`);
    const id = rows[0]!.id;
    await audit(ctx, tx, 'link_domain.added', { id, host });
    return (await findLinkDomain({ db: tx }, id))!;
  });
}

async function refuseTaken(tx: Database, host: string): Promise<void> {
  const { rows } = await tx.execute(sql`SELECT FROM link_domains WHERE host = ${host} AND proven_at IS NOT NULL`);
  if (rows.length > 0)
    throw new RuleRefused('domain_taken', `${host} belongs to another account. Ask the marketplace to decide.`);
}

/**
 * Looks for the proof of a domain, and accepts the domain if the proof is found.
 * @throws RuleRefused `checked_recently`, `domain_taken`; NotFound when the domain was removed meanwhile
 */
export async function checkLinkDomain(
  ctx: Context,
  prover: DomainProver,
  domain: LinkDomain,
): Promise<{ domain: LinkDomain; attempts: DomainAttempt[] }> {
  const at = ctx.now().toISOString();
  const { rowCount } = await ctx.db.execute(sql`
    UPDATE link_domains SET checked_at = ${at} WHERE id = ${domain.id}
      AND (checked_at IS NULL OR checked_at <= ${at}::timestamptz - make_interval(secs => ${PAUSE_SECONDS}))`);
  if (rowCount === 0)
    throw new RuleRefused('checked_recently', `The domain was checked less than ${PAUSE_SECONDS} seconds ago.`);
  // Outside of any transaction, because servers of others may reply slowly.
  const attempts = await prover.prove(domain);
  const found = attempts.find((attempt) => attempt.found);
  if (found !== undefined && domain.provenAt === null) await accept(ctx, domain, found.method);
  const checked = await findLinkDomain(ctx, domain.id);
  if (checked === null) throw new NotFound('domain');
  return { domain: checked, attempts };
}

async function accept(ctx: Context, { id, host }: LinkDomain, provenBy: ProofMethod): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // A concurrent proof of the same domain waits here and then finds the domain taken.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`link domain ${host}`}, 0))`);
    const { rows } = await tx.execute<{ id: number }>(
      sql`SELECT id FROM link_domains WHERE host = ${host} AND proven_at IS NOT NULL`,
    );
    if (rows[0]?.id === id) return;
    await refuseTaken(tx, host);
    await tx.execute(
      sql`UPDATE link_domains SET proven_by = ${provenBy}, proven_at = ${ctx.now().toISOString()} WHERE id = ${id}`,
    );
    await audit(ctx, tx, 'link_domain.proven', { id, host, by: provenBy });
  });
}

/** Removes a domain: links are not followed there any more. */
export async function removeLinkDomain(ctx: Context, { id, host }: LinkDomain): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`DELETE FROM link_domains WHERE id = ${id}`);
    if (rowCount === 1) await audit(ctx, tx, 'link_domain.removed', { id, host });
  });
}

/** Whether a certificate may be requested for a host: one of the platform (`ownUrls`), or a proven domain of links. */
export async function mayHaveCertificate(
  { db }: Pick<Context, 'db'>,
  { host, ownUrls }: { host: string; ownUrls: readonly string[] },
): Promise<boolean> {
  if (ownUrls.some((url) => new URL(url).hostname === host)) return true;
  const { rows } = await db.execute(sql`SELECT FROM link_domains WHERE host = ${host} AND proven_at IS NOT NULL`);
  return rows.length > 0;
}

function audit(
  ctx: Context,
  tx: Database,
  action: string,
  { id, ...details }: { id: number; host: string; by?: string },
) {
  return writeAudit(tx, { ...actedBy(ctx.actor, details), action, subjectKind: 'link_domain', subjectId: id });
}
