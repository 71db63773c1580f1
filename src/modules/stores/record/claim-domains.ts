import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { normaliseDomain } from '../urls/index.ts';

/** Maximum number of domains of a store. */
export const MAX_DOMAINS = 50;

/** A domain as entered, and its path in the input: `domains.0.1`. */
export interface TypedDomain {
  path: string;
  text: string;
}

type Faults = Record<string, string[]>;

/**
 * Converts entered domains to hosts without duplicates. `faults` names every entry that no store can own. Only administrators may
 * use IP addresses and names without a dot, for tests. No store can own the host of the public address, because tracked links
 * lead there.
 */
export function readDomains(
  typed: readonly TypedDomain[],
  { publicUrl, actor }: Pick<Context, 'publicUrl'> & { actor?: Actor },
): { hosts: string[]; faults: Faults } {
  const ours = new URL(publicUrl).hostname;
  const hosts = new Set<string>();
  const faults: Faults = {};
  for (const { path, text } of typed) {
    const host = normaliseDomain(text);
    const isOurs = host === ours || host?.endsWith(`.${ours}`);
    if (host === null || isOurs || (isMachine(host) && !actor?.isAdmin))
      faults[path] = ['must be a domain that a shop can own, such as shop.se'];
    else hosts.add(host);
  }
  if (typed.length > MAX_DOMAINS) faults['domains'] = [`must hold at most ${MAX_DOMAINS} domains`];
  return { hosts: [...hosts], faults };
}

/** An IP address, or a name that exists only in a private network. */
function isMachine(host: string): boolean {
  return /^\[|^[\d.]+$/.test(host) || !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(host);
}

interface Claim {
  storeId: number;
  hosts: readonly string[];
  actor: Actor;
  at: Date;
  /** Domains that others have claimed without proof or consent count as free. */
  passOverUnproven?: boolean;
}

/**
 * Assigns domains to a store. A domain of another store, or a subdomain of it, would divert that store's links, so the assignment
 * requires a member of the other store or an administrator. Exact under concurrency; call it with the open transaction. Domains
 * are accepted if an administrator assigns them; otherwise they are unproven, and lead no URL to the store (`domain-proofs`).
 * @param hosts that the store does not have yet, from `readDomains`
 * @throws RuleRefused `domain_taken`, naming the domains of other stores
 */
export async function claimDomains(
  db: Database,
  { storeId, hosts, actor, at, passOverUnproven = false }: Claim,
): Promise<void> {
  if (hosts.length === 0) return;
  await waitForConcurrentClaims(db, hosts);
  if (!actor.isAdmin) await refuseTaken(db, { storeId, hosts, actor, passOverUnproven });
  await db.execute(sql`
    INSERT INTO store_domains (store_id, host, start_url, standing, accepted_by, accepted_at, created_at, updated_at)
    SELECT ${storeId}, host, 'https://' || host || '/', ${actor.isAdmin ? 'consented' : 'unproven'}, ${actor.isAdmin ? actor.userId : null}::bigint,
      ${actor.isAdmin ? at.toISOString() : null}::timestamptz, ${at.toISOString()}, ${at.toISOString()}
    FROM unnest(${texts(hosts)}) WITH ORDINALITY AS given (host, n) ORDER BY n`);
}

/**
 * Claims of domains under one top-level domain wait for each other until the commit. This suffices, because no host is below one
 * with another ending. Locks are taken in the order of the keys, so that no deadlock occurs.
 */
async function waitForConcurrentClaims(db: Database, hosts: readonly string[]): Promise<void> {
  const endings = hosts.map((host) => host.slice(host.lastIndexOf('.') + 1));
  await db.execute(sql`
    SELECT pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended('store_domains ' || ending, 0) AS key FROM unnest(${texts(endings)}) AS ending ORDER BY key
    ) AS keys`);
}

async function refuseTaken(
  db: Database,
  { storeId, hosts, actor, passOverUnproven }: Omit<Claim, 'at'>,
): Promise<void> {
  const claims = hosts.flatMap((host) => atAndAbove(host).map((name) => ({ host, name })));
  const { rows } = await db.execute<{ host: string }>(sql`
    SELECT DISTINCT wanted.host
    FROM unnest(${texts(claims.map(({ host }) => host))}, ${texts(claims.map(({ name }) => name))}) AS wanted (host, name)
    JOIN store_domains d ON d.host = wanted.name
    JOIN stores s ON s.id = d.store_id AND s.deleted_at IS NULL AND s.approval <> 'rejected'
    WHERE (d.standing <> 'unproven' OR NOT ${passOverUnproven}::boolean) AND s.id <> ${storeId} AND s.id <> ALL (${sql.param([...actor.storeIds])}::bigint[])
    ORDER BY wanted.host`);
  if (rows.length === 0) return;
  const names = rows.map((row) => row.host).join(', ');
  throw new RuleRefused('domain_taken', `Another store has already claimed: ${names}.`);
}

/** `m.shop.se` is at `m.shop.se` and below `shop.se` and `se`. */
export function atAndAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Replaces a store's domains by exactly these; remaining ones keep their rows. New ones are claimed by `claimDomains`. */
export async function replaceDomains(
  db: Database,
  { storeId, hosts, actor, at }: Claim,
): Promise<{ added: string[]; removed: string[] }> {
  const gone = await db.execute<{ host: string }>(sql`
    DELETE FROM store_domains WHERE store_id = ${storeId} AND host <> ALL (${texts(hosts)}) RETURNING host`);
  const kept = await db.execute<{ host: string }>(sql`SELECT host FROM store_domains WHERE store_id = ${storeId}`);
  const has = new Set(kept.rows.map((row) => row.host));
  const added = hosts.filter((host) => !has.has(host));
  await claimDomains(db, { storeId, hosts: added, actor, at });
  return { added, removed: gone.rows.map((row) => row.host) };
}

function texts(values: readonly string[]) {
  return sql`${sql.param([...values])}::text[]`;
}
