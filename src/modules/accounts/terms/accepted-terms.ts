import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Conflict } from '../../../platform/errors/errors.ts';

export const TERMS_KINDS = ['terms', 'privacy'] as const;
type TermsKind = (typeof TERMS_KINDS)[number];

/** A document of the marketplace that users must accept. */
export interface CurrentTerms {
  kind: TermsKind;
  version: string;
  url: string | null;
}

export interface AcceptedVersion {
  kind: TermsKind;
  version: string;
  acceptedAt: Date;
}

/** Reads the current versions; none if the marketplace requires no acceptance. */
export async function readCurrentTerms(db: Database): Promise<CurrentTerms[]> {
  const { rows } = await db.execute<CurrentTerms & Record<string, unknown>>(sql`
    SELECT t.kind, t.version, t.url FROM account_settings s,
      LATERAL (VALUES ('terms', s.terms_version, s.terms_url), ('privacy', s.privacy_version, s.privacy_url)) t (kind, version, url)
    WHERE t.version IS NOT NULL`);
  return rows.map(({ kind, version, url }) => ({ kind, version, url }));
}

/** Lists the versions that the actor has accepted, newest first; each version is accepted once. */
export async function listAccepted({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<AcceptedVersion[]> {
  const { rows } = await db.execute<{ kind: TermsKind; version: string; accepted_at: string }>(sql`
    SELECT kind, version, accepted_at FROM accepted_terms WHERE user_id = ${actor.userId}
    ORDER BY accepted_at DESC, kind LIMIT 200`);
  return rows.map(({ kind, version, accepted_at }) => ({ kind, version, acceptedAt: new Date(accepted_at) }));
}

/**
 * Records that the actor accepts the versions that apply now. A repeated acceptance of a version does not change its time.
 * @param versions the versions that the person has seen
 * @throws Conflict `terms_changed` when other versions apply by now
 */
export async function acceptTerms(
  { db, now, actor }: Context,
  versions: readonly Pick<CurrentTerms, 'kind' | 'version'>[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await readCurrentTerms(tx);
    const isCurrent = versions.every(({ kind, version }) =>
      current.some((one) => one.kind === kind && one.version === version),
    );
    if (!isCurrent) throw new Conflict('terms_changed', 'Another version applies now. Read it first.');
    await writeAccepted(tx, actor.userId, versions, now());
  });
}

/** Records acceptances, in the caller's transaction. */
export async function writeAccepted(
  tx: Database,
  userId: number,
  versions: readonly Pick<CurrentTerms, 'kind' | 'version'>[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO accepted_terms (user_id, kind, version, accepted_at)
    SELECT ${userId}, v.kind, v.version, ${at.toISOString()}::timestamptz
    FROM json_to_recordset(${JSON.stringify(versions.map(({ kind, version }) => ({ kind, version })))}::json) AS v (kind text, version text)
    ON CONFLICT DO NOTHING`);
}
