import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';

/** A version of the terms of a campaign. */
export interface Agreement {
  id: number;
  version: number;
  text: string;
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  sha256: string;
  createdAt: Date;
}

/** The version that binds a participant. */
export interface Acceptance {
  version: number;
  text: string;
  sha256: string;
  /** `joined`: by joining while it was current, through an endpoint that cannot name a version. */
  manner: 'accepted' | 'joined';
  acceptedAt: Date;
}

type AgreementRow = { id: number; version: number; text: string; sha256: string; created_at: string };

const COLUMNS = sql`a.id, a.version, a.text, encode(a.text_sha256, 'hex') AS sha256, a.created_at`;

/** Codes of the refusals of `requireAcceptance`. */
export const AGREEMENT_ERRORS = ['agreement_required', 'agreement_changed'] as const;

/** Reads the current terms of a campaign; null when there are none. */
export async function currentAgreement({ db }: Pick<Context, 'db'>, campaignId: number): Promise<Agreement | null> {
  const { rows } = await db.execute<AgreementRow>(
    sql`SELECT ${COLUMNS} FROM campaign_agreements a WHERE a.campaign_id = ${campaignId} AND a.ended_at IS NULL`,
  );
  return rows[0] === undefined ? null : ofRow(rows[0]);
}

/** Reads a version, current or not. @throws NotFound */
export async function readAgreement(
  { db }: Pick<Context, 'db'>,
  { campaignId, version }: { campaignId: number; version: number },
): Promise<Agreement> {
  const { rows } = await db.execute<AgreementRow>(
    sql`SELECT ${COLUMNS} FROM campaign_agreements a WHERE a.campaign_id = ${campaignId} AND a.version = ${version}`,
  );
  if (rows[0] === undefined) throw new NotFound('campaign agreement');
  return ofRow(rows[0]);
}

/**
 * Returns the current terms if they are the accepted version; null when the campaign has none. Call it with the campaign locked.
 * @param accepted null: no version was named
 * @throws RuleRefused `agreement_required`, `agreement_changed`
 */
export async function requireAcceptance(
  tx: Database,
  { campaignId, accepted }: { campaignId: number; accepted: number | null },
): Promise<Agreement | null> {
  const current = await currentAgreement({ db: tx }, campaignId);
  if (current === null || current.version === accepted) return current;
  if (accepted === null)
    throw new RuleRefused('agreement_required', 'The store of this campaign requires its terms to be accepted.');
  throw new RuleRefused(
    'agreement_changed',
    `The terms of this campaign have changed: version ${current.version} applies.`,
  );
}

/** Records that the actor, who is the participant, has accepted a version. Harmless to repeat. */
export async function recordAcceptance(
  tx: Database,
  { now, actor }: Pick<Context, 'now' | 'actor'>,
  { participantId, agreementId }: { participantId: number; agreementId: number },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO participant_agreements (participant_id, agreement_id, manner, accepted_at, accepted_by)
    VALUES (${participantId}, ${agreementId}, 'accepted', ${now().toISOString()}, ${actor.userId}) ON CONFLICT DO NOTHING`);
}

/**
 * Records the current terms for a participant who joins without naming a version, if the participant acts in person and has not
 * accepted them. The terms apply, and the record states that they were not accepted explicitly.
 */
export async function recordJoining(
  tx: Database,
  { now, actor }: Pick<Context, 'now' | 'actor'>,
  participantId: number,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO participant_agreements (participant_id, agreement_id, manner, accepted_at, accepted_by)
    SELECT p.id, a.id, 'joined', ${now().toISOString()}, p.user_id
    FROM participants p JOIN campaign_agreements a ON a.campaign_id = p.campaign_id AND a.ended_at IS NULL
    WHERE p.id = ${participantId} AND p.user_id = ${actor.userId}
      AND NOT EXISTS (SELECT FROM participant_agreements x WHERE x.participant_id = p.id AND x.agreement_id = a.id)`);
}

/** Reads the version that binds a user in a campaign: the newest one that was agreed to. Null: none. */
export async function bindingAgreement(
  { db }: Pick<Context, 'db'>,
  { campaignId, userId }: { campaignId: number; userId: number },
): Promise<Acceptance | null> {
  const { rows } = await db.execute<{
    version: number;
    text: string;
    sha256: string;
    manner: Acceptance['manner'];
    accepted_at: string;
  }>(sql`
    SELECT a.version, a.text, encode(a.text_sha256, 'hex') AS sha256, x.manner, x.accepted_at
    FROM participants p JOIN participant_agreements x ON x.participant_id = p.id JOIN campaign_agreements a ON a.id = x.agreement_id
    WHERE p.campaign_id = ${campaignId} AND p.user_id = ${userId} ORDER BY a.version DESC, x.manner LIMIT 1`);
  const row = rows[0];
  if (row === undefined) return null;
  const { accepted_at: at, ...rest } = row;
  return { ...rest, acceptedAt: new Date(at) };
}

function ofRow({ created_at: at, ...row }: AgreementRow): Agreement {
  return { ...row, createdAt: new Date(at) };
}
