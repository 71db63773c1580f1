import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { userAccess } from '../../accounts/index.ts';
import { disclosesPerson, type RelationshipRow, relationshipColumns, relationshipOfRow } from '../../stores/index.ts';
import { listParticipants, type Participant } from '../participants/read-participants.ts';

/** A participant who is a user, with the data that the store may see. */
export interface CampaignUser {
  userId: number;
  part: Participant;
  username: string;
  /** Empty until the creator has acted, because the store can add any user. */
  email: string;
  isSuspended: boolean;
  isVerified: boolean;
}

type PersonRow = RelationshipRow & {
  id: number;
  agency_id: number | null;
  username: string;
  email: string;
  is_suspended: boolean;
  is_verified: boolean;
};

/** Lists the users who participate in a campaign, oldest first. Pending addresses are excluded. */
export async function listCampaignUsers(
  ctx: Context,
  { campaignId, storeId }: { campaignId: number; storeId: number },
  page: PageRequest,
): Promise<Page<CampaignUser>> {
  const { items, total } = await listParticipants(ctx, { campaignId, isUser: true }, page);
  const userIds = items.map((participant) => participant.userId);
  const { rows } = await ctx.db.execute<PersonRow>(sql`
    SELECT u.id, u.agency_id, u.username, u.email, u.suspended_at IS NOT NULL AS is_suspended, u.is_verified,
      ${relationshipColumns(storeId)}
    FROM users u WHERE u.id = ANY (${sql.param(userIds)}::bigint[])`);
  const people = new Map<number | null, PersonRow>(rows.map((row) => [row.id, row]));
  return { total, items: items.map((participant) => campaignUser(ctx, participant, people.get(participant.userId)!)) };
}

function campaignUser({ actor }: Context, participant: Participant, person: PersonRow): CampaignUser {
  const { id, agency_id: agencyId, username, email, is_suspended: isSuspended, is_verified: isVerified } = person;
  const maySee = userAccess(actor, { id, agencyId }) === 'allow' || disclosesPerson(relationshipOfRow(person));
  return { userId: id, part: participant, username, email: maySee ? email : '', isSuspended, isVerified };
}
