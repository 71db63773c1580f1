import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';

/** A change of the terms of a campaign that has a promise, or of one participant. */
export interface TermsChange {
  id: number;
  /** Null: the campaign's. */
  participantId: number | null;
  userId: number | null;
  at: Date;
  /** Null: a program, or unknown. */
  changedBy: Person | null;
  /** Whether it is the first record, made with the first promise or when the participant joined. */
  isFirst: boolean;
  /** Names of `terms_of_campaign` and `terms_of_participant`. */
  changes: { name: string; before: unknown; after: unknown; isWorse: boolean }[];
}

/** Terms that only the store and administrators read: budgets, and whom else the store addresses. */
const OF_STORE = [
  'max_clicks',
  'max_money_minor',
  'per_user_limit',
  'shared_budget',
  'shared_budget_minor',
  'audience',
  'people',
  'attached_links',
  'domains',
  'allowed_pages',
  'blocked_pages',
  'preceded_by',
  'own_preceded_by',
];

/**
 * Lists how the terms of a campaign have changed since its first promise, newest first. A creator reads the campaign's and the own ones, an agency those of its
 * creators.
 * @param readsAll the caller administers the campaign
 */
export async function listTermsHistory(
  { db, actor }: Pick<Context, 'db'> & { actor: Actor },
  { campaignId, readsAll }: { campaignId: number; readsAll: boolean },
  { after, size }: { after?: number | undefined; size: number },
): Promise<{ changes: TermsChange[]; next: number | null }> {
  const hidden = sql`${sql.param(readsAll ? [] : OF_STORE)}::text[]`;
  const agencies = sql`${sql.param([...actor.agencyIds])}::bigint[]`;
  const { rows } = await db.execute<{
    id: number;
    participant_id: number | null;
    user_id: number | null;
    recorded_at: string;
    changed_by: Person | null;
    is_first: boolean;
    changes: { name: string; before: unknown; after: unknown; is_worse: boolean }[];
  }>(sql`
    SELECT r.id, r.participant_id, p.user_id, r.recorded_at, ${PERSON_COLUMN} AS changed_by, b.terms IS NULL AS is_first, d.changes
    FROM recorded_terms r LEFT JOIN participants p ON p.id = r.participant_id LEFT JOIN users of_user ON of_user.id = p.user_id LEFT JOIN users u ON u.id = r.actor_id
    LEFT JOIN LATERAL (SELECT x.terms FROM recorded_terms x
      WHERE x.campaign_id = r.campaign_id AND x.participant_id IS NOT DISTINCT FROM r.participant_id AND x.id < r.id ORDER BY x.id DESC LIMIT 1) b ON true
    CROSS JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('name', k.name, 'before', b.terms -> k.name, 'after', r.terms -> k.name,
        'is_worse', b.terms IS NOT NULL AND k.name = ANY (worse_terms(b.terms, r.terms))) ORDER BY k.name) AS changes
      FROM jsonb_object_keys(coalesce(b.terms, '{}') || r.terms) AS k (name)
      WHERE k.name <> ALL (${hidden}) AND nullif(b.terms -> k.name, 'null') IS DISTINCT FROM nullif(r.terms -> k.name, 'null')) d
    WHERE r.campaign_id = ${campaignId} AND (${after ?? null}::bigint IS NULL OR r.id < ${after ?? null}) AND d.changes IS NOT NULL
      AND (${readsAll} OR r.participant_id IS NULL OR p.user_id = ${actor.userId} OR of_user.agency_id = ANY (${agencies}))
    ORDER BY r.id DESC LIMIT ${size + 1}`);
  const page = rows.slice(0, size);
  return {
    changes: page.map((row) => ({
      id: row.id,
      participantId: row.participant_id,
      userId: row.user_id,
      at: new Date(row.recorded_at),
      changedBy: row.changed_by,
      isFirst: row.is_first,
      changes: row.changes.map(({ is_worse: isWorse, ...change }) => ({ ...change, isWorse })),
    })),
    next: rows.length > size ? page.at(-1)!.id : null,
  };
}
