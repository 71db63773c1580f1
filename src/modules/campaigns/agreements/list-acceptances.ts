import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { Acceptance } from './agreement.ts';

/** The version that binds a participant. */
export interface ParticipantAcceptance extends Omit<Acceptance, 'text'> {
  participantId: number;
  userId: number | null;
  displayName: string;
}

type AcceptanceRow = {
  participant_id: number;
  user_id: number | null;
  display_name: string;
  version: number;
  sha256: string;
  manner: Acceptance['manner'];
  accepted_at: string;
};

/**
 * Lists the participants of a campaign who have agreed to a version of its terms, each with the version that binds them, oldest
 * participant first.
 */
export async function listAcceptances(
  { db }: Pick<Context, 'db'>,
  { campaignId, participantId = null }: { campaignId: number; participantId?: number | null | undefined },
  page: PageRequest,
): Promise<Page<ParticipantAcceptance>> {
  const { items, total } = await readPage<AcceptanceRow>(
    db,
    {
      columns: sql`p.id AS participant_id, p.user_id, coalesce(u.public_name, '') AS display_name, b.version, b.sha256, b.manner, b.accepted_at`,
      from: sql`participants p LEFT JOIN users u ON u.id = p.user_id CROSS JOIN LATERAL (
        SELECT a.version, encode(a.text_sha256, 'hex') AS sha256, x.manner, x.accepted_at
        FROM participant_agreements x JOIN campaign_agreements a ON a.id = x.agreement_id
        WHERE x.participant_id = p.id ORDER BY a.version DESC, x.manner LIMIT 1) b
        WHERE p.campaign_id = ${campaignId} AND (${participantId}::bigint IS NULL OR p.id = ${participantId})`,
      order: sql`p.id`,
    },
    page,
  );
  const present = ({ participant_id, user_id, display_name, accepted_at, ...row }: AcceptanceRow) => ({
    ...row,
    participantId: participant_id,
    userId: user_id,
    displayName: display_name,
    acceptedAt: new Date(accepted_at),
  });
  return { items: items.map(present), total };
}
