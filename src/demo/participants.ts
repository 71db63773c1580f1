import type pg from 'pg';
import { CAMPAIGNS, type DemoCampaign } from './campaign-definitions.ts';
import { CAMPAIGNER, type Campaigns } from './campaigns.ts';
import { insertGifts } from './gifts.ts';
import { insertNamed, insertRows } from './insert.ts';
import { PARTICIPATIONS, type Participation, statesOf } from './participations.ts';
import type { People } from './people.ts';
import { STORE_FACTS } from './store-facts.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

interface Stage {
  time: Timeline;
  people: People;
  stores: Stores['stores'];
  campaigns: Campaigns;
}

/**
 * Inserts the participants with to-dos, overrides, comments and activities. Returns the id of the demo creator's
 * participation in the trail campaign. Participants who are `done` today are inserted in an earlier state, so that
 * the season's clicks earn at the right prices (`turning-points.ts`).
 */
export async function insertParticipants(
  client: pg.ClientBase,
  stage: Stage,
): Promise<{ creatorParticipation: number }> {
  const rows = PARTICIPATIONS.map((participant, index) => [`${index}`, participantRow(participant, stage)] as const);
  const named = await insertNamed<string>(client, 'participants', Object.fromEntries(rows));
  const participants = PARTICIPATIONS.map((participant, index) => ({ id: named[index]!, part: participant }));
  await insertRows(
    client,
    'prices',
    participants.flatMap(({ id, part: participant }) =>
      (participant.prices ?? []).map(([cpc, invoiceCpc], source) => ({
        store_id: stage.stores[CAMPAIGNS[participant.campaign].store],
        campaign_id: stage.campaigns[participant.campaign],
        participant_id: id,
        source,
        cpc_minor: cpc,
        invoice_cpc_minor: invoiceCpc,
      })),
    ),
  );
  await insertRows(
    client,
    'participant_deliveries',
    participants.flatMap(({ id, part: { who, began, delivery } }) =>
      delivery === undefined || typeof who !== 'string'
        ? []
        : [{ participant_id: id, user_id: stage.people.users[who], ...delivery, updated_at: stage.time.at(began, 16) }],
    ),
  );
  await insertHistories(client, participants, stage);
  const receivers = participants.map(({ id, part }) => {
    const steps = eventsOf(id, part, stage).flatMap(({ new_status: status, at }) =>
      status === null ? [] : [[status, at] as const],
    );
    return { id, part, since: new Map(steps) };
  });
  await insertGifts(client, receivers, stage);
  return {
    creatorParticipation: participants.find(
      ({ part: participant }) => participant.campaign === 'trail' && participant.who === 'linnea',
    )!.id,
  };
}

function participantRow(participant: Participation, { time, people, campaigns }: Stage) {
  const campaign: DemoCampaign = CAMPAIGNS[participant.campaign];
  const states = statesOf(participant).filter((state) => state !== 'done');
  const isIn = states.includes('accepted');
  const { who } = participant;
  return {
    campaign_id: campaigns[participant.campaign],
    user_id: typeof who === 'string' ? people.users[who] : null,
    pre_registered_email: typeof who === 'object' && 'email' in who ? who.email : null,
    pre_registered_identifier: typeof who === 'object' && 'identifier' in who ? who.identifier : null,
    status: states.at(-1),
    applied_at: states.includes('applied') ? time.at(participant.began, 15) : null,
    todo: campaign.todo?.map((key, index) => ({ key, value: index < (participant.ticked ?? 0) })) ?? null,
    payment_amount_minor: isIn ? (campaign.oneTimeMinor ?? null) : null,
    payment_currency: isIn && campaign.oneTimeMinor !== undefined ? currencyOf(campaign) : null,
    click_limit: participant.clickLimit ?? null,
    created_at: time.at(participant.began, 9),
    updated_at: time.at(participant.began, 9),
  };
}

const currencyOf = ({ store }: DemoCampaign) =>
  ({ sweden: 'SEK', germany: 'EUR', britain: 'GBP' })[STORE_FACTS[store].market];

interface Event {
  participant_id: number;
  at: Date;
  actor_id: number | null;
  comment: string | null;
  old_status: string | null;
  new_status: string | null;
}

async function insertHistories(
  client: pg.ClientBase,
  participants: readonly { id: number; part: Participation }[],
  stage: Stage,
): Promise<void> {
  const events = participants
    .flatMap(({ id, part: participant }) => eventsOf(id, participant, stage))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const comments = events.flatMap((event, index) => (event.comment === null ? [] : [{ index, event }]));
  const commentIds = await insertNamed<string>(
    client,
    'comments',
    Object.fromEntries(
      comments.map(({ index, event: { participant_id, actor_id, comment, at } }) => [
        `${index}`,
        { participant_id, author_id: actor_id, text: comment, created_at: at },
      ]),
    ),
  );
  await insertRows(
    client,
    'activities',
    events.map(({ at, comment, ...event }, index) => ({
      ...event,
      type: comment === null ? 'STATUS_CHANGE' : 'COMMENT',
      comment_id: commentIds[index] ?? null,
      created_at: at,
    })),
  );
  await client.query(
    'UPDATE participants p SET updated_at = a.at FROM (SELECT participant_id, max(created_at) AS at FROM activities GROUP BY 1) a WHERE a.participant_id = p.id',
  );
}

const STEP_DAYS = 2.5;

/** Returns the steps of a history with their times and actors. The first state is the beginning and not a change. */
function eventsOf(id: number, participant: Participation, { time, people }: Stage): Event[] {
  const campaign: DemoCampaign = CAMPAIGNS[participant.campaign];
  const [, ...steps] = participant.history;
  const actors = {
    store: people.users[CAMPAIGNER[campaign.store] ?? 'ingrid'],
    creator: typeof participant.who === 'string' ? people.users[participant.who] : null,
  };
  const stepDays = Math.min(STEP_DAYS, (-0.5 - participant.began) / (steps.length + 1));
  let status: string = participant.history[0];
  return steps.map((step, index) => {
    const at =
      step === 'done' ? finishedAt(participant, time) : time.at(participant.began + stepDays * (index + 1), 10);
    const event = { participant_id: id, at: at.getTime() > time.nowMs ? new Date(time.nowMs) : at };
    if (typeof step !== 'string') {
      return { ...event, actor_id: actors[step.by], comment: step.says, old_status: null, new_status: null };
    }
    const old_status = status;
    status = step;
    return { ...event, actor_id: actors[moverTo(step, campaign.type)], comment: null, old_status, new_status: step };
  });
}

/** Returns when a participation was completed: at the end of its campaign, or two days ago. */
export function finishedAt({ campaign }: Pick<Participation, 'campaign'>, time: Timeline): Date {
  return time.at(Math.min(CAMPAIGNS[campaign].until, -2), 8);
}

/** Returns the actor whose action leads to a state. */
function moverTo(status: string, type: DemoCampaign['type']): 'store' | 'creator' {
  if (['applied', 'denied', 'have_received', 'have_posted'].includes(status)) return 'creator';
  return status === 'accepted' && type !== 'store_accept' ? 'creator' : 'store';
}
