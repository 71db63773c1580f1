import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { claimDomains, MAX_DOMAINS, readDomains } from '../record/claim-domains.ts';

export const STANDINGS = ['unproven', 'consented', 'proven'] as const;
export const PROOF_METHODS = ['dns', 'file', 'meta'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** A domain of a store, and the proofs that its owner can publish. */
export interface StoreDomain {
  id: number;
  host: string;
  standing: (typeof STANDINGS)[number];
  token: string;
  provenBy: ProofMethod | null;
  acceptedAt: Date | null;
  checkedAt: Date | null;
}

/** Reads the domains of a store, in the order given by the store. */
export function listDomains({ db }: Pick<Context, 'db'>, storeId: number): Promise<StoreDomain[]> {
  return readDomainsWhere(db, sql`d.store_id = ${storeId}`);
}

/** Reads one domain of a store. @throws NotFound when the store has no such domain */
export async function readDomain(db: Database, { storeId, domainId }: DomainKey): Promise<StoreDomain> {
  const [domain] = await readDomainsWhere(db, sql`d.store_id = ${storeId} AND d.id = ${domainId}`);
  if (domain === undefined) throw new NotFound('domain');
  return domain;
}

export interface DomainKey {
  storeId: number;
  domainId: number;
}

async function readDomainsWhere(db: Database, condition: SQL): Promise<StoreDomain[]> {
  const { rows } = await db.execute<{
    id: number;
    host: string;
    standing: StoreDomain['standing'];
    token: string;
    proven_by: ProofMethod | null;
    accepted_at: string | null;
    checked_at: string | null;
  }>(sql`
    SELECT d.id, d.host, d.standing, d.token, d.proven_by, d.accepted_at, d.checked_at FROM store_domains d
    WHERE ${condition} ORDER BY d.id LIMIT ${MAX_DOMAINS}`);
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    standing: row.standing,
    token: row.token,
    provenBy: row.proven_by,
    acceptedAt: instant(row.accepted_at),
    checkedAt: instant(row.checked_at),
  }));
}

/**
 * Adds a domain to a store. An unproven claim of another store does not prevent this: the domain belongs to the store that proves it. A domain added by an administrator is accepted immediately.
 * @throws InvalidInput for a text that cannot be a store's domain; RuleRefused `domain_known`, `too_many_domains`, `domain_taken`
 */
export async function addDomain(
  ctx: Context,
  { storeId, typed }: { storeId: number; typed: string },
): Promise<StoreDomain> {
  const { hosts, faults } = readDomains([{ path: 'domain', text: typed }], ctx);
  const [host] = hosts;
  if (host === undefined) throw new InvalidInput(faults);
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`);
    const known = await listDomains({ db: tx }, storeId);
    if (known.some((domain) => domain.host === host))
      throw new RuleRefused('domain_known', `The store has the domain ${host} already.`);
    if (known.length >= MAX_DOMAINS)
      throw new RuleRefused('too_many_domains', `A store has at most ${MAX_DOMAINS} domains.`);
    await claimDomains(tx, { storeId, hosts: [host], actor: ctx.actor, at, passOverUnproven: true });
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store.domain_added',
      subjectKind: 'store',
      subjectId: storeId,
      details: { domain: host },
    });
    return (await readDomainsWhere(tx, sql`d.store_id = ${storeId} AND d.host = ${host}`))[0]!;
  });
}

/** Accepts a domain without a proof, by an administrator. @throws NotFound when the store has no such domain */
export async function consentToDomain(ctx: Context, key: DomainKey): Promise<StoreDomain> {
  return ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE store_domains SET standing = 'consented', accepted_by = ${ctx.actor.userId}, accepted_at = ${ctx.now().toISOString()}
      WHERE store_id = ${key.storeId} AND id = ${key.domainId} AND standing = 'unproven'`);
    const domain = await readDomain(tx, key);
    if (rowCount === 1) await auditAcceptance(ctx, tx, key, { domain: domain.host, by: 'administrator' });
    return domain;
  });
}

/**
 * Records that the proof of a domain was found.
 * @throws NotFound when the store no longer has the domain; RuleRefused `domain_taken` when it is accepted for another store
 */
export async function acceptProof(
  ctx: Context,
  { provenBy, ...key }: DomainKey & { provenBy: ProofMethod },
): Promise<StoreDomain> {
  return ctx.db.transaction(async (tx) => {
    const { host } = await readDomain(tx, key);
    // A concurrent proof of the same domain for another store waits here and then finds it taken.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`domain proof ${host}`}, 0))`);
    const { rows } = await tx.execute(sql`
      SELECT FROM store_domains d JOIN stores s ON s.id = d.store_id AND s.deleted_at IS NULL AND s.approval <> 'rejected'
      WHERE d.host = ${host} AND d.standing <> 'unproven' AND d.store_id <> ${key.storeId}
        AND d.store_id <> ALL (${sql.param([...ctx.actor.storeIds])}::bigint[]) LIMIT 1`);
    if (rows.length > 0 && !ctx.actor.isAdmin)
      throw new RuleRefused('domain_taken', `${host} belongs to another store. Ask the marketplace to decide.`);
    await tx.execute(sql`
      UPDATE store_domains SET standing = 'proven', proven_by = ${provenBy}, accepted_by = ${ctx.actor.userId},
        accepted_at = ${ctx.now().toISOString()} WHERE store_id = ${key.storeId} AND id = ${key.domainId}`);
    await auditAcceptance(ctx, tx, key, { domain: host, by: provenBy });
    return readDomain(tx, key);
  });
}

function auditAcceptance(ctx: Context, tx: Database, { storeId }: DomainKey, details: Record<string, unknown>) {
  const entry = { actor: ctx.actor, subjectKind: 'store', subjectId: storeId };
  return writeAudit(tx, { ...entry, action: 'store.domain_accepted', details });
}
