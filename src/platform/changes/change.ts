import { type SQL, sql } from 'drizzle-orm';

/** The channel of NOTIFY on which processes learn what has changed. */
export const CHANGES_CHANNEL = 'changes';

/** The parts of the marketplace whose changes are announced. A part says which pages to read again, and nothing about what they show. */
export const CHANGE_PARTS = ['campaigns', 'clicks', 'links', 'notifications', 'orders', 'payments', 'stores'] as const;
export type ChangePart = (typeof CHANGE_PARTS)[number];

/** Something that has changed, and whom it concerns. */
export interface Change {
  part: ChangePart;
  storeIds: readonly number[];
  agencyIds: readonly number[];
  userIds: readonly number[];
  /** Whether it concerns administrators. */
  isForPlatform: boolean;
}

/** A payload of PostgreSQL has 8,000 bytes at most; an id, with its separator, has 17. */
const IDS_IN_PAYLOAD = 400;

type Payload = [part: ChangePart, storeIds: number[], agencyIds: number[], userIds: number[], isForPlatform: 0 | 1];

/** A change as payloads of NOTIFY, in as many as its ids need. */
export function payloadsOf({ part, storeIds, agencyIds, userIds, isForPlatform }: Change): string[] {
  const payloads: string[] = [];
  const most = Math.max(storeIds.length, agencyIds.length, userIds.length, isForPlatform ? 1 : 0);
  const step = Math.floor(IDS_IN_PAYLOAD / 3);
  for (let from = 0; from < most; from += step) {
    const some = (ids: readonly number[]) => ids.slice(from, from + step);
    const payload: Payload = [
      part,
      some(storeIds),
      some(agencyIds),
      some(userIds),
      isForPlatform && from === 0 ? 1 : 0,
    ];
    payloads.push(JSON.stringify(payload));
  }
  return payloads;
}

/** The change that a payload contains; null if a process of another release has sent one that this one does not know. */
export function changeOf(payload: string): Change | null {
  const [part, storeIds, agencyIds, userIds, isForPlatform] = JSON.parse(payload) as Payload;
  if (!CHANGE_PARTS.includes(part)) return null;
  return { part, storeIds, agencyIds, userIds, isForPlatform: isForPlatform === 1 };
}

/** Statement that announces changes when the transaction commits. */
export const announcement = (changes: readonly Change[]): SQL => {
  const payloads = changes.flatMap(payloadsOf);
  return sql`SELECT pg_notify(${CHANGES_CHANNEL}, payload) FROM unnest(${sql.param(payloads)}::text[]) payload`;
};
