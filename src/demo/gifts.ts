import type pg from 'pg';
import { CAMPAIGNS, type CampaignName, type DemoCampaign } from './campaign-definitions.ts';
import { CAMPAIGNER, type Campaigns } from './campaigns.ts';
import { insertNamed, insertRows } from './insert.ts';
import type { Participation } from './participations.ts';
import type { People } from './people.ts';
import type { Timeline } from './timeline.ts';

/** A participant with the times at which each state began. */
export interface Receiver {
  id: number;
  part: Participation;
  since: ReadonlyMap<string, Date>;
}

/** Long enough that the parcel on the way does not count as received while the demo is looked at. */
const RECEIVED_AFTER_DAYS = 60;

/** Inserts the gifts of campaigns, and what their participants chose, were sent and have received. */
export async function insertGifts(
  client: pg.ClientBase,
  receivers: readonly Receiver[],
  { time, people, campaigns }: { time: Timeline; people: People; campaigns: Campaigns },
): Promise<void> {
  for (const [name, campaign] of Object.entries(CAMPAIGNS) as [CampaignName, DemoCampaign][]) {
    const { gift, from, store } = campaign;
    if (gift === undefined) continue;
    const { id: giftId } = await insertNamed(client, 'campaign_gifts', {
      id: {
        campaign_id: campaigns[name],
        kind: 'choice',
        choices: 1,
        value_minor: Math.max(...gift.map(({ valueMinor }) => valueMinor)),
        received_after_days: RECEIVED_AFTER_DAYS,
        created_by: people.users[CAMPAIGNER[store] ?? 'ingrid'],
        created_at: time.at(Math.min(from - 14, -1), 12),
      },
    });
    const products = await insertNamed(
      client,
      'campaign_gift_products',
      Object.fromEntries(
        gift.map(({ title, valueMinor }, place) => [
          `${place}`,
          { gift_id: giftId, place, title, value_minor: valueMinor },
        ]),
      ),
    );
    const joined = receivers.filter(
      ({ part, since }) => part.campaign === name && since.has('applied') && !since.has('store_denied'),
    );
    await insertRows(
      client,
      'participant_gifts',
      joined.map(({ id, part: { chose, parcel }, since }) => ({
        participant_id: id,
        gift_id: giftId,
        value_minor: chose === undefined ? null : gift[chose]!.valueMinor,
        assigned_at: since.get('accepted') ?? since.get('applied'),
        carrier: parcel === undefined ? '' : 'PostNord',
        number: parcel ?? '',
        sent_at: since.get('product_sent') ?? null,
        noted_at: since.get('product_sent') ?? null,
        received_at: since.get('have_received') ?? null,
        not_received: '',
        // Nobody is reminded in the demo.
        address_reminders: 2,
      })),
    );
    await insertRows(
      client,
      'participant_gift_products',
      joined.flatMap(({ id, part: { chose } }) =>
        chose === undefined ? [] : [{ participant_id: id, gift_product_id: products[`${chose}`], options: '' }],
      ),
    );
  }
}
