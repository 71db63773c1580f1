import type pg from 'pg';
import { decideDraft, planDeliverables, readDeliverable, submitDraft } from '../modules/campaigns/index.ts';
import type { Actor } from '../platform/auth/actor.ts';
import type { Calendar } from '../platform/calendar.ts';
import type { Context, Logger } from '../platform/context.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { CAMPAIGNER, type Campaigns } from './campaigns.ts';
import { openTransaction } from './open-transaction.ts';
import type { People } from './people.ts';
import type { CreatorName } from './personas.ts';
import { keepAddresses, type Piece, playPublication } from './publications.ts';
import type { Timeline } from './timeline.ts';

interface Stage {
  calendar: Calendar;
  time: Timeline;
  people: People;
  campaigns: Campaigns;
  log: Logger;
  publicUrl: string;
  vault: Vault;
}

/** What participants of the trail campaign are to publish: two pieces are published, one waits for a decision, and others for a draft. */
export async function playDeliverables(client: pg.PoolClient, stage: Stage): Promise<void> {
  const published = await plan(client, stage, 'oskar', { title: 'Inlägg från stigen', plannedOn: -20, dueIn: -7 });
  await submit(client, stage, 'oskar', {
    id: published,
    day: -9,
    url: 'https://oskarpastigen.example/tva-mil-i-regn',
    note: 'Texten och sex bilder. Länken står under skobilden.',
  });
  await decide(client, stage, { id: published, day: -8, feedback: 'Precis så vi tänkte oss det!' });
  await publish(client, stage, 'oskar', {
    id: published,
    url: 'https://oskarpastigen.example/tva-mil-i-regn',
    day: -7,
    disclosure: { disclosure: 'hashtag', disclosureText: '#reklam' },
    figures: [
      { day: -6, views: 4_100, likes: 260, comments: 18, shares: 9 },
      { day: -2, views: 9_700, likes: 540, comments: 31, shares: 22 },
    ],
    // They end within the days of a reminder.
    rights: { channels: ['website', 'newsletter'], from: -6, until: 10, priceMinor: 80_000 },
  });
  const reel = await plan(client, stage, 'linnea', { title: 'Bilder från leden', plannedOn: -15, dueIn: -5 });
  await submit(client, stage, 'linnea', {
    id: reel,
    day: -8,
    url: 'https://linneaspringer.example/utkast/leden',
    note: 'Fem bilder. Jag märker inlägget som betalt samarbete.',
  });
  await decide(client, stage, { id: reel, day: -7, feedback: 'Vilket ljus!' });
  await publish(client, stage, 'linnea', {
    id: reel,
    url: 'https://www.instagram.com/linneaspringer/p/fjallvind',
    day: -6,
    disclosure: { disclosure: 'paid_partnership_label', disclosureText: '' },
    figures: [
      { day: -5, views: 18_400, likes: 1_310, comments: 74, shares: 41 },
      { day: -1, views: 31_900, likes: 2_050, comments: 112, shares: 87 },
    ],
    rights: { channels: ['website', 'paid_ads'], from: -5, until: 90, priceMinor: 250_000 },
  });
  await keepAddresses(client);
  const film = await plan(client, stage, 'oskar', { title: 'Kort film om greppet', plannedOn: -6, dueIn: 3 });
  await submit(client, stage, 'oskar', {
    id: film,
    day: -1,
    url: 'https://oskarpastigen.example/utkast/grepp',
    note: 'Första klippningen, 40 sekunder.',
  });
  for (const who of ['linnea', 'elin'] as const)
    await plan(client, stage, who, { title: 'Film från första turen', plannedOn: -5, dueIn: 9 });
}

async function plan(
  client: pg.PoolClient,
  stage: Stage,
  who: CreatorName,
  { title, plannedOn, dueIn }: { title: string; plannedOn: number; dueIn: number },
): Promise<number> {
  const { calendar, time, people, campaigns } = stage;
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM participants WHERE campaign_id = $1 AND user_id = $2',
    [campaigns.trail, people.users[who]],
  );
  const ctx = contextOf(client, stage, people.users[CAMPAIGNER.nordicRunner ?? 'ingrid'], time.at(plannedOn, 9));
  const [id] = await planDeliverables(
    ctx,
    { campaignId: campaigns.trail, calendar },
    {
      participantIds: [rows[0]!.id],
      title,
      instructions: 'Visa skorna i terräng, och nämn att de är vattentäta.',
      dueOn: calendar.dayOf(time.at(dueIn, 12).getTime()),
    },
  );
  return id!;
}

async function submit(
  client: pg.PoolClient,
  stage: Stage,
  who: CreatorName,
  { id, day, url, note }: { id: number; day: number; url: string; note: string },
): Promise<void> {
  const ctx = contextOf(client, stage, stage.people.users[who], stage.time.at(day, 11));
  await submitDraft(ctx, (await readDeliverable(ctx, id))!, { url, note });
}

async function decide(
  client: pg.PoolClient,
  stage: Stage,
  { id, day, feedback }: { id: number; day: number; feedback: string },
): Promise<void> {
  const { people, time } = stage;
  const ctx = contextOf(client, stage, people.users[CAMPAIGNER.nordicRunner ?? 'ingrid'], time.at(day, 14));
  await decideDraft(ctx, (await readDeliverable(ctx, id))!, { version: 1, decision: 'approved', feedback });
}

async function publish(
  client: pg.PoolClient,
  stage: Stage,
  who: CreatorName,
  piece: Omit<Piece, 'creatorId' | 'memberId'>,
): Promise<void> {
  const { calendar, time, people } = stage;
  const contextAt = (userId: number, at: Date) => contextOf(client, stage, userId, at);
  const memberId = people.users[CAMPAIGNER.nordicRunner ?? 'ingrid'];
  await playPublication({ calendar, time, contextAt }, { ...piece, creatorId: people.users[who], memberId });
}

function contextOf(client: pg.PoolClient, { log, publicUrl, vault }: Stage, userId: number, at: Date): Context {
  const actor: Actor = { userId, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
  return { db: openTransaction(client), now: () => at, actor, log, publicUrl, vault };
}
