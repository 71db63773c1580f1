import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { readParticipant } from '../participants/read-participants.ts';
import { presentCampaignUser } from './present.ts';

/**
 * Reads a participant who is a user in the legacy API's form.
 * @throws NotFound when there is none, or only a pending address
 */
export async function showCampaignUser(ctx: Pick<Context, 'db'>, { id }: { id: number }) {
  const participant = await readParticipant(ctx, { id });
  if (participant === null || participant.userId === null) throw new NotFound('offer user');
  return presentCampaignUser(participant.userId, participant);
}
