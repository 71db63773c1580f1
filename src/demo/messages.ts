import type pg from 'pg';
import { insertNamed, insertRows } from './insert.ts';
import type { People } from './people.ts';
import type { DemoStoreName } from './store-facts.ts';
import { type Stores, spokesman } from './stores.ts';
import type { Timeline } from './timeline.ts';

const STORE: DemoStoreName = 'nordicRunner';
const DAY_MS = 86_400_000;

interface Stage {
  time: Timeline;
  people: People;
  stores: Stores['stores'];
  campaignId: number;
}

/** The conversations of the participants with comments; a store’s message to many that waits for its time, and a template that it sends on an occasion. */
export async function playMessages(client: pg.ClientBase, { time, people, stores, campaignId }: Stage): Promise<void> {
  // The last message of each conversation is unread for the other side.
  await client.query(`
    INSERT INTO conversations (participant_id, store_id, campaign_id, user_id, last_comment_id, store_unread, creator_unread)
    SELECT p.id, o.store_id, o.id, p.user_id, c.id, CASE WHEN c.author_id = p.user_id THEN 1 ELSE 0 END, CASE WHEN c.author_id = p.user_id THEN 0 ELSE 1 END
    FROM (SELECT DISTINCT ON (participant_id) participant_id, id, author_id FROM comments WHERE participant_id IS NOT NULL ORDER BY participant_id, id DESC) c
    JOIN participants p ON p.id = c.participant_id JOIN campaigns o ON o.id = p.campaign_id ORDER BY p.id`);
  const author_id = spokesman(STORE, people);
  const store_id = stores[STORE];
  const now = new Date(time.nowMs);
  const { waiting } = await insertNamed(client, 'message_templates', {
    waiting: {
      store_id,
      name: 'No clicks yet',
      subject: 'Your link for {campaign}',
      text: 'Hello {name},\n\nnobody has followed your link for {campaign} yet. Do you need anything from us? {link}',
      created_at: now,
      updated_at: now,
    },
  });
  await insertRows(client, 'message_triggers', [
    {
      store_id,
      template_id: waiting,
      author_id,
      occasion: 'no_clicks',
      days: 14,
      is_on: true,
      on_since: now,
      sent: 0,
      left_out: 0,
      created_at: now,
    },
  ]);
  await insertRows(client, 'broadcasts', [
    {
      store_id,
      campaign_id: campaignId,
      author_id,
      audience: 'statuses',
      statuses: ['accepted', 'have_posted'],
      subject: 'The autumn colours arrive on Monday',
      text: 'Hello {name},\n\nfrom Monday on, the shoes of {campaign} come in two new colours. {link}',
      send_at: new Date(time.nowMs + 3 * DAY_MS),
      state: 'scheduled',
      position: 0,
      sent: 0,
      left_out: {},
      created_at: now,
    },
  ]);
}
