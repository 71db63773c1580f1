import type { Audience } from '../../accounts/index.ts';
import type { Owner } from '../owner.ts';

/**
 * The recipients of notifications about an owner's payouts, and the page that they link to: the creator, or the representatives
 * of the agency.
 */
export function ownerAudience({ account, id }: Owner): { to: Audience; path: string } {
  if (account === 'creator') return { to: { userId: id }, path: '/console/creator/earnings' };
  return { to: { agencyId: id, need: 'read' }, path: `/console/agency/${id}/earnings` };
}
