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

/** What participants of the trail campaign are to publish: one piece is approved, one waits for a decision, and others for a draft. */
export async function playDeliverables(client: pg.PoolClient, stage: Stage): Promise<void> {
  const published = await plan(client, stage, 'oskar', { title: 'Inlägg från stigen', plannedOn: -20, dueIn: -7 });
  await submit(client, stage, 'oskar', {
    id: published,
    day: -9,
    url: 'https://oskarpastigen.example/tva-mil-i-regn',
    note: 'Texten och sex bilder. Länken står under skobilden.',
  });
  await decide(client, stage, { id: published, day: -8, feedback: 'Precis så vi tänkte oss det!' });
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

function contextOf(client: pg.PoolClient, { log, publicUrl, vault }: Stage, userId: number, at: Date): Context {
  const actor: Actor = { userId, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
  return { db: openTransaction(client), now: () => at, actor, log, publicUrl, vault };
}
