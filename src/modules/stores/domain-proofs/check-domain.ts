import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { Attempt, DomainProver } from './domain-prover.ts';
import { acceptProof, type DomainKey, readDomain, type StoreDomain } from './domains.ts';

/** Minimum time between two checks of a domain, because checks query servers of others. */
const PAUSE_SECONDS = 10;

/**
 * Searches for the proof of a domain, and accepts the domain if it is found. Call `refreshIndex` afterwards to update URL
 * matching.
 * @throws NotFound when the store has no such domain; RuleRefused `checked_recently`, `domain_taken`
 */
export async function checkDomain(
  ctx: Context,
  prover: DomainProver,
  key: DomainKey,
): Promise<{ domain: StoreDomain; attempts: Attempt[] }> {
  const at = ctx.now();
  const { rowCount } = await ctx.db.execute(sql`
    UPDATE store_domains SET checked_at = ${at.toISOString()} WHERE store_id = ${key.storeId} AND id = ${key.domainId}
      AND (checked_at IS NULL OR checked_at <= ${at.toISOString()}::timestamptz - make_interval(secs => ${PAUSE_SECONDS}))`);
  const domain = await readDomain(ctx.db, key);
  if (rowCount === 0)
    throw new RuleRefused('checked_recently', `The domain was checked less than ${PAUSE_SECONDS} seconds ago.`);
  // Outside of any transaction, because servers of others may reply slowly.
  const attempts = await prover.prove(domain);
  const found = attempts.find((attempt) => attempt.found);
  if (found === undefined) return { domain, attempts };
  return { domain: await acceptProof(ctx, { ...key, provenBy: found.method }), attempts };
}
