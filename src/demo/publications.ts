import type pg from 'pg';
import { readDeliverable } from '../modules/campaigns/index.ts';
import {
  answerOffer,
  decidePublication,
  offerUsageRights,
  publicationOfDeliverable,
  recordObservation,
  reportPublication,
} from '../modules/publications/index.ts';
import type { Calendar } from '../platform/calendar.ts';
import type { Context } from '../platform/context.ts';
import type { Timeline } from './timeline.ts';

/** A published piece. Days are relative to today. */
export interface Piece {
  /** The approved deliverable. */
  id: number;
  creatorId: number;
  /** The member of the store who accepts the publication and offers the rights. */
  memberId: number;
  url: string;
  day: number;
  disclosure: { disclosure: 'paid_partnership_label' | 'hashtag'; disclosureText: string };
  figures: readonly { day: number; views: number; likes: number; comments: number; shares: number }[];
  /** The price is in minor units of the store's currency. */
  rights: { channels: ('website' | 'newsletter' | 'paid_ads')[]; from: number; until: number; priceMinor: number };
}

interface Stage {
  calendar: Calendar;
  time: Timeline;
  contextAt: (userId: number, at: Date) => Context;
}

/** A publication with figures, which the store has accepted, and the usage rights that its creator has given. */
export async function playPublication({ calendar, time, contextAt }: Stage, piece: Piece): Promise<void> {
  const { id, creatorId, memberId, url, day, disclosure, rights } = piece;
  const dayOf = (days: number) => calendar.dayOf(time.at(days, 12).getTime());
  const creatorAt = (days: number, hour: number) => contextAt(creatorId, time.at(days, hour));
  const memberAt = (days: number, hour: number) => contextAt(memberId, time.at(days, hour));
  const reporting = creatorAt(day, 18);
  const deliverable = (await readDeliverable(reporting, id))!;
  // The addresses do not exist, so none is checked.
  const outbound = { check: () => undefined };
  const input = { url, publishedOn: dayOf(day), ...disclosure };
  await reportPublication(reporting, { calendar, outbound }, { deliverable, input });
  const publication = await publicationOfDeliverable(reporting, id);
  await decidePublication(memberAt(day + 1, 10), publication, { revision: 1, decision: 'accepted', feedback: null });
  for (const { day: measuredOn, ...counts } of piece.figures) {
    const measuredAt = time.at(measuredOn, 9);
    const observation = { ...counts, saves: null, clicks_shown: null, measuredAt, proofId: null };
    await recordObservation(contextAt(creatorId, measuredAt), publication, observation);
  }
  const offered = await offerUsageRights(
    memberAt(day + 1, 11),
    { calendar },
    {
      deliverable,
      input: {
        channels: rights.channels,
        territory: 'Sverige',
        startsOn: dayOf(rights.from),
        endsOn: dayOf(rights.until),
        priceMinor: rights.priceMinor,
        currency: publication.currency,
        allowsWhitelisting: false,
        exclusivity: '',
      },
    },
  );
  await answerOffer(creatorAt(day + 1, 20), { id: offered, answer: 'accepted' });
}

/** States that the addresses reply, and plans no checks of them. */
export async function keepAddresses(client: pg.ClientBase): Promise<void> {
  await client.query(
    "UPDATE publications SET address_state = 'reachable', address_since = updated_at, address_checked_at = updated_at, next_check_at = NULL",
  );
  await client.query(
    "SELECT graphile_worker.complete_jobs(ARRAY (SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'check_publication'))",
  );
}
