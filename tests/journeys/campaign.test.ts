import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../harness/application.ts';
import { createCast } from '../harness/cast.ts';
import { takeMails } from '../harness/mailbox.ts';
import { letShoppersIn } from '../harness/shoppers.ts';

/** Two processes on one database: the store uses one, creators and visitors the other. */
const here = await createTestApplication();
const cast = await createCast(here);
const there = await createTestApplication({ database: here.database });
const follow = await letShoppersIn(there);
await here.market.price({ storeId: cast.storeId, cpcMinor: 100 });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const TODO = ['Post a story', 'Name the shop'];
const TICK = { todo: [{ key: TODO[0], value: true }] };

/** A request of the store that must succeed. */
async function asStore(method: Method, url: string, body?: object, expected = 200) {
  const reply = await here.call({ method, url, as: cast.tokens.advertiser, body });
  expect([url, reply.status, reply.body]).toEqual([url, expected, reply.body]);
  return reply.body;
}

interface Creator {
  id: number;
  email: string;
  token: string;
}

/** A request of a creator that must succeed. */
async function asCreator({ token }: Creator, method: Method, url: string, body?: object) {
  const reply = await there.call({ method, url, as: token, body });
  expect([url, reply.status, reply.body]).toEqual([url, 200, reply.body]);
  return reply.body;
}

let creators = 0;
async function newCreator(): Promise<Creator> {
  const email = `creator-${++creators}@people.example`;
  const id = await here.market.user({ agencyId: cast.agencyId, email });
  return { id, email, token: await here.tokenOf(id) };
}

interface Campaign {
  id: number;
  token: string;
}

interface Participation {
  user_id: number | null;
  status: string;
}
const userAndStatus = ({ user_id, status }: Participation): [number, string] => [user_id!, status];

/** The differences between the two API generations. */
interface Face {
  makeCampaign(targets: { tagId: number; emails: string[] }): Promise<Campaign>;
  accept(campaign: Campaign, creator: Creator): Promise<void>;
  deny(campaign: Campaign, creator: Creator): Promise<void>;
  /** The text of the log about it. */
  denial: string[];
  complete(campaign: Campaign, creator: Creator): Promise<void>;
  /** Completes the first to-do item. */
  tick(campaign: Campaign, creator: Creator): Promise<void>;
  /** The participants who are users, oldest first. */
  participants(campaign: Campaign): Promise<[userId: number, status: string][]>;
}

const partOf = async (campaign: Campaign, creator: Creator): Promise<number> =>
  (await asStore('GET', `/v2/offers/${campaign.id}/users/${creator.id}`)).id;

const moveTo = (status: string) => async (campaign: Campaign, creator: Creator) => {
  const url = `/v2/offers/${campaign.id}/participants/${await partOf(campaign, creator)}/update-status`;
  expect((await asStore('PATCH', url, { status })).status).toBe(status);
};
const putSecond = moveTo('second_prio');
const sendProduct = moveTo('product_sent');

const versioned: Face = {
  async makeCampaign({ tagId, emails }) {
    const body = {
      active: true,
      campaign_title: 'Spring shoes',
      type: 'store_accept',
      has_product_seeding: true,
      budget_limit: 11,
      todo: TODO,
      traffic_sources_costs: [{ source: 0, cpc: 200 }],
      targets: { user_tag_ids: [tagId], emails },
    };
    return (await asStore('POST', `/v2/stores/${cast.storeId}/offers`, body, 201)).data;
  },
  accept: moveTo('accepted'),
  deny: moveTo('store_denied'),
  denial: ['applied to store_denied'],
  complete: moveTo('done'),
  async tick(campaign, creator) {
    const url = `/v2/offers/${campaign.id}/participants/${await partOf(campaign, creator)}/todo`;
    await asCreator(creator, 'PATCH', url, TICK);
  },
  participants: async (campaign) =>
    (await asStore('GET', `/v2/offers/${campaign.id}/participants`)).data
      .filter((participant: Participation) => participant.user_id !== null)
      .map(userAndStatus),
};

const oldPath = (campaign: Campaign) => `/stores/${cast.storeId}/offers/${campaign.id}`;
const oldMove = (action: string, status: string) => async (campaign: Campaign, creator: Creator) => {
  const participant = await asStore('PATCH', `${oldPath(campaign)}/users/${creator.id}/${action}`);
  expect([participant.user_id, participant.status]).toEqual([creator.id, status]);
};

const unversioned: Face = {
  async makeCampaign({ tagId, emails }) {
    const body = {
      name: 'Spring',
      offer_campaign_title: 'Spring shoes',
      type: 'store_accept',
      active: 1,
      priority: 60,
      cpc: 200,
      max_money: 11,
      _todo: TODO,
      user_tags: [{ id: tagId }],
      email_users: emails,
    };
    const { id } = await asStore('POST', `/stores/${cast.storeId}/offers`, body, 201);
    // Only the other API generation has product seeding and the token, so the campaign is changed and read through
    // both.
    return (await asStore('PATCH', `/v2/offers/${id}`, { has_product_seeding: true })).data;
  },
  accept: oldMove('accept', 'accepted'),
  async deny(campaign, creator) {
    await oldMove('deny', 'store_denied')(campaign, creator);
    await oldMove('revert', 'applied')(campaign, creator);
    await oldMove('deny', 'store_denied')(campaign, creator);
  },
  denial: ['applied to store_denied', 'store_denied to applied', 'applied to store_denied'],
  complete: oldMove('done', 'done'),
  async tick(campaign, creator) {
    await asStore('PATCH', `${oldPath(campaign)}/users/${creator.id}/todo`, TICK);
  },
  participants: async (campaign) => (await asStore('GET', `${oldPath(campaign)}/users`)).data.map(userAndStatus),
};

/** The store's total cost for clicks and the creators' earnings from them. */
async function ledger() {
  const { rows } = await here.database.pool.query<{ cost: number; earned: number }>(
    `SELECT coalesce(sum(cost_minor), 0)::int AS cost, coalesce(sum(user_minor), 0)::int AS earned FROM clicks WHERE store_id = $1`,
    [cast.storeId],
  );
  return rows[0]!;
}

/** Records a click and returns the store's cost and the creator's earnings. */
async function nextClick(link: string): Promise<[cost: number, earned: number]> {
  const before = await ledger();
  expect((await follow(link)).status).toBe(302);
  const after = await ledger();
  return [after.cost - before.cost, after.earned - before.earned];
}

const join = async (campaign: Campaign, creator: Creator) => {
  const joined = await asCreator(creator, 'POST', `/v2/offer-by-token/${campaign.token}/users/${creator.id}/join`);
  expect(joined).toMatchObject({ key: `${campaign.id}-${creator.id}`, status: 'applied', can_create_link: false });
};
const seenBy = (creator: Creator, campaign: Campaign) =>
  asCreator(creator, 'GET', `/v2/users/${creator.id}/campaigns/${campaign.id}`);
/** The creator makes a permitted transition. */
async function goOn(creator: Creator, campaign: Campaign, status: string) {
  const { transitions } = await seenBy(creator, campaign);
  expect(transitions.map((transition: { status: string }) => transition.status)).toContain(status);
  const url = `/v2/offers/${campaign.id}/participants/${await partOf(campaign, creator)}/update-status`;
  expect((await asCreator(creator, 'PATCH', url, { status })).status).toBe(status);
}

describe.each(Object.entries({ versioned, unversioned }))('A campaign in the %s API', (_name, face) => {
  it('is created, joined, completed, paid and reported', async () => {
    const [ann, bea, eve] = [await newCreator(), await newCreator(), await newCreator()];
    const unknown = `nobody-${ann.id}@people.example`;
    const tagId = await here.market.userTag({ storeId: cast.storeId, userIds: [ann.id, bea.id] });
    const page = `https://www.${cast.domain}/shoes-${ann.id}`;
    const { affiliate_link: made } = await asCreator(ann, 'POST', '/v2/affiliate-links', { url: page });
    const link: string = made.url;

    // Two are targeted by tag, two by address; one address belongs to nobody yet.
    const campaign = await face.makeCampaign({ tagId, emails: [eve.email, unknown] });
    for (const creator of [ann, bea, eve]) {
      const { data } = await asCreator(creator, 'GET', `/v2/users/${creator.id}/offers`);
      expect(data.map(({ id }: { id: number }) => id)).toContain(campaign.id);
      await join(campaign, creator);
    }
    expect(await face.participants(campaign)).toEqual([eve, ann, bea].map(({ id }) => [id, 'applied']));

    // Applicants earn at the store's price; accepted creators at the campaign's, from the next click.
    expect(await nextClick(link)).toEqual([100, 70]);
    const participant = await partOf(campaign, ann);
    await asStore('POST', `/v2/offer-users/${participant}/comments`, { comment: 'Which size?' }, 201);
    await face.accept(campaign, ann);
    await putSecond(campaign, bea);
    await face.deny(campaign, eve);
    expect(await seenBy(ann, campaign)).toMatchObject({ status: 'accepted', can_create_link: true, transitions: [] });
    expect(await nextClick(link)).toEqual([200, 140]);

    await sendProduct(campaign, ann);
    await goOn(ann, campaign, 'have_received');
    await face.tick(campaign, ann);
    await goOn(ann, campaign, 'have_posted');
    expect((await seenBy(ann, campaign)).todo).toEqual([
      { key: TODO[0], value: true },
      { key: TODO[1], value: false },
    ]);
    expect(await nextClick(link)).toEqual([200, 140]);

    // An individual price until the budget of 1100 is used up; then the store's again.
    const costs = { traffic_sources_costs: [{ source: 0, cpc: { amount: '3.50', currency: 'SEK' } }] };
    await asStore('PATCH', `/v2/offers/${campaign.id}/participants/${participant}/overrides/costs`, costs);
    for (let click = 3; click <= 4; click++) expect(await nextClick(link)).toEqual([350, 245]);
    expect(await nextClick(link)).toEqual([100, 70]);
    expect((await asStore('GET', `/v2/offers/${campaign.id}`)).status).toBe('ended');
    expect((await seenBy(ann, campaign)).can_create_link).toBe(false);

    await asStore('POST', `/v2/offer-users/${participant}/comments`, { comment: 'Well done.' }, 201);
    const payment = { payment_amount: { amount: '250.00', currency: 'SEK' } };
    await asStore('PUT', `/v2/offers/${campaign.id}/participants/${participant}/payment-amount`, payment);
    await face.complete(campaign, ann);
    expect(await face.participants(campaign)).toEqual([
      [eve.id, 'store_denied'],
      [ann.id, 'done'],
      [bea.id, 'second_prio'],
    ]);
    expect(await asStore('GET', `/v2/offers/${campaign.id}/participants/${participant}`)).toMatchObject({
      user_id: ann.id,
      status: 'done',
      clicks: 4,
      ...payment,
    });

    const mails = await takeMails(here.database);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      // Addresses are written to in the language of the store, which is Swedish.
      ...[eve.email, unknown].map((to) => [to, 'Inbjudan till en kampanj']),
      // The second message within an hour is not mailed at once.
      [ann.email, 'A message from a store'],
      [ann.email, 'You were accepted for a campaign'],
      ...face.denial
        .filter((text) => text.endsWith('store_denied'))
        .map(() => [eve.email, 'Your application to a campaign']),
    ]);
    await expectCompleteLog(campaign, { part: participant, ann, eve, denial: face.denial });
    await expectEqualSums(campaign, { ann, bea, eve });
  });
});

/** Both sides read the same log, in order. */
async function expectCompleteLog(
  campaign: Campaign,
  { part: participant, ann, eve, denial }: { part: number; ann: Creator; eve: Creator; denial: string[] },
) {
  const store = cast.ids.advertiser;
  const activitiesOf = async (id: number, reader: Creator) => {
    const { data } = await asCreator(reader, 'GET', `/v2/offer-users/${id}/activities`);
    const times = data.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual(times.toSorted());
    return data.map((entry: Record<string, unknown>) => [
      entry.actor_id,
      entry.comment_text ?? `${entry.old_status} to ${entry.new_status}`,
    ]);
  };
  expect(await activitiesOf(participant, ann)).toEqual([
    [ann.id, 'open to applied'],
    [store, 'Which size?'],
    [store, 'applied to accepted'],
    [store, 'accepted to product_sent'],
    [ann.id, 'product_sent to have_received'],
    [ann.id, 'have_received to have_posted'],
    [store, 'Well done.'],
    [store, 'have_posted to done'],
  ]);
  expect(await activitiesOf(await partOf(campaign, eve), eve)).toEqual([
    [eve.id, 'open to applied'],
    ...denial.map((text) => [store, text]),
  ]);
}

/** The campaign's figures equal the sums of its clicks. */
async function expectEqualSums(campaign: Campaign, { ann, bea, eve }: { ann: Creator; bea: Creator; eve: Creator }) {
  const figures = { clicks: 4, social_clicks: 0, cost: 1100, earnings: 770, orders: 0, order_value: 0 };
  const stats = await asStore('GET', `/v2/offers/${campaign.id}/stats`);
  expect(stats).toMatchObject({ currency: 'SEK', ...figures });
  const used = { done: 1, second_prio: 1, store_denied: 1, open: 1 };
  expect(stats.participants).toEqual(expect.objectContaining(used));
  const perDay = stats.per_day.reduce((sum: number, { cost }: { cost: number }) => sum + cost, 0);
  const { rows } = await here.database.pool.query(
    `SELECT count(*)::int AS clicks, sum(cost_minor)::int AS cost, sum(user_minor)::int AS earnings FROM clicks
     WHERE campaign_id = $1 AND class = 0`,
    [campaign.id],
  );
  expect([perDay, rows[0]]).toEqual([1100, { clicks: 4, cost: 1100, earnings: 770 }]);

  const old = await asStore('GET', oldPath(campaign));
  expect([old.current_clicks, old.current_money, old.max_money]).toEqual([4, 11, 11]);
  const { data } = await asStore('GET', `/v2/offers/${campaign.id}/participants-stats?sort_by=clicks:desc`);
  expect(data.map(userAndStatus)).toEqual([
    [ann.id, 'done'],
    [eve.id, 'store_denied'],
    [bea.id, 'second_prio'],
  ]);
  expect(data[0]).toMatchObject({ clicks: 4, links_created: 1, estimated_gp: -1100 });
  expect(await asStore('GET', `/v2/offers/${campaign.id}/participants-count-by-click-activity`)).toEqual({
    active: 1,
    inactive: 2,
    total: 3,
  });
}
