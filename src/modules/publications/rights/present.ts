import type { UsageRight } from './usage-right.ts';

/** Presents usage rights as both sides see them. */
export const presentUsageRight = (right: UsageRight) => ({
  id: right.id,
  version: right.version,
  deliverable: right.deliverable,
  offer: right.campaign,
  store: right.store,
  user: right.user,
  channels: right.channels,
  territory: right.territory,
  starts_on: right.startsOn,
  ends_on: right.endsOn,
  price: { minor: right.priceMinor, currency: right.currency },
  allows_whitelisting: right.allowsWhitelisting,
  exclusivity: right.exclusivity,
  status: right.status,
  offered_at: right.offeredAt.toISOString(),
  decided_at: right.decidedAt?.toISOString() ?? null,
  proposed_end: right.proposedEnd,
  agreed_end: right.agreedEnd,
  last_day: right.lastDay,
  is_paid: right.paymentId !== null,
  payment_id: right.paymentId,
});
