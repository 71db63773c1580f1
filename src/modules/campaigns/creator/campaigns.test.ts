import { describe, expect, it } from 'vitest';
import type { TestApplication } from '../../../../tests/harness/application.ts';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { PARTICIPANT_STATUSES, type ParticipantStatus, transitionsFor } from '../participants/transitions.ts';

const HOUR = 3_600_000;

const { application, cast } = await createPopulatedApplication();

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;

/** Creates a campaign of the cast's store with these columns and a participant. */
async function campaign(
  userId: number,
  status: ParticipantStatus,
  {
    columns = {},
    ...values
  }: Partial<Parameters<TestApplication['market']['campaign']>[0]> & { columns?: object } = {},
) {
  const campaignId = await application.market.campaign({ storeId: cast.storeId, type: 'store_accept', ...values });
  for (const [column, value] of Object.entries(columns))
    await query(`UPDATE campaigns SET ${column} = $2 WHERE id = $1`, campaignId, value);
  await application.market.participant({ campaignId, userId, status });
  return campaignId;
}

async function person() {
  const id = await application.market.user();
  return { id, as: await application.tokenOf(id) };
}

const read = ({ id, as }: { id: number; as?: string }, rest = '') =>
  application.call({ url: `/v2/users/${id}/campaigns${rest}`, ...(as && { as }) });

const idsOf = async (who: { id: number; as: string }, rest = '') => {
  const { status, body } = await read(who, rest);
  expect(status).toBe(200);
  return body.data.map((one: { campaign: { id: number } }) => one.campaign.id);
};

describe('Who may', () => {
  it.each([...ROLES])('read a creator’s campaigns: %s', async (role) => {
    const campaignId = await campaign(cast.ids.creator, 'open');
    for (const rest of ['', `/${campaignId}`]) {
      const { status, body } = await read({ id: cast.ids.creator, as: cast.tokens[role] }, rest);
      if (['creator', 'agency', 'admin'].includes(role)) expect(status).toBe(200);
      else expect([status, body.message]).toEqual([404, 'No query results for user.']);
    }
  });

  it('not anonymously', async () => {
    const campaignId = await campaign(cast.ids.creator, 'open');
    for (const rest of ['', `/${campaignId}`]) expect((await read({ id: cast.ids.creator }, rest)).status).toBe(401);
  });
});

describe('A campaign', () => {
  it('is shown with all fields', async () => {
    const somebody = await person();
    const campaignId = await campaign(somebody.id, 'accepted', {
      validFrom: new Date('2024-01-31T23:00:00Z'),
      validUntil: new Date('2124-03-31T21:59:59.999Z'),
      columns: {
        campaign_title: 'Spring',
        campaign_text: 'Wear it.',
        name: 'Inner',
        per_user_limit: true,
        image_key: 'campaigns/abc.png',
        has_product_seeding: false,
      },
    });
    const todo = [
      { key: 'Post', value: true },
      { key: 'Story', value: false },
    ];
    await query('UPDATE participants SET todo = $2 WHERE campaign_id = $1', campaignId, JSON.stringify(todo));
    const { body } = await read(somebody, `/${campaignId}`);
    expect(body).toEqual({
      key: `${campaignId}-${somebody.id}`,
      todo,
      status: 'accepted',
      can_create_link: true,
      campaign: {
        id: campaignId,
        title: 'Spring',
        description: 'Wear it.',
        image: {
          key: 'campaigns/abc.png',
          url: 'http://tributary.test/files/campaigns/abc.png',
          base_url: 'http://tributary.test/files/',
          base64: '',
        },
        constraints: {
          per_user_limit: true,
          valid_from: '2024-01-31 23:00:00',
          valid_until: '2124-03-31 21:59:59',
        },
      },
      transitions: [{ status: 'have_posted', label: 'Posted' }],
    });
    expect((await read(somebody)).body.data).toEqual([body]);
    expect((await read({ id: somebody.id, as: cast.tokens.admin }, `/${campaignId}`)).body).toEqual(body);
  });

  it('has empty texts for missing values', async () => {
    const somebody = await person();
    const campaignId = await campaign(somebody.id, 'done', { columns: { name: 'Inner' } });
    expect((await read(somebody, `/${campaignId}`)).body).toMatchObject({
      todo: [],
      campaign: {
        title: 'Inner',
        description: '',
        image: { key: '', url: 'http://tributary.test/files/placeholder/logo.svg', base64: '' },
        constraints: { per_user_limit: false, valid_from: '', valid_until: '' },
      },
      transitions: [],
    });
  });

  it("lists the creator's transitions also for the agency and the administrator, who may perform them", async () => {
    const { creator, agency, admin } = cast.ids;
    expect(new Set([creator, agency, admin]).size).toBe(3);
    for (const campaignType of ['user_accept', 'store_accept', 'suggestion'] as const) {
      for (const hasProductSeeding of [true, false]) {
        for (const status of PARTICIPANT_STATUSES) {
          const columns = { has_product_seeding: hasProductSeeding };
          const campaignId = await campaign(creator, status, { type: campaignType, columns });
          const participant = { status, hasApplied: false, campaignType, hasProductSeeding };
          const expected = transitionsFor(participant, ['creator']);
          for (const as of [cast.tokens.creator, cast.tokens.agency, cast.tokens.admin])
            expect((await read({ id: creator, as }, `/${campaignId}`)).body.transitions).toEqual(expected);
        }
      }
    }
    const campaignId = await campaign(creator, 'open');
    const shown = (await read({ id: creator, as: cast.tokens.creator }, `/${campaignId}`)).body;
    const [{ id }] = await query('SELECT id FROM participants WHERE campaign_id = $1', campaignId);
    for (const { status } of shown.transitions) {
      const url = `/v2/offers/${campaignId}/participants/${id}/update-status`;
      const moved = await application.call({ method: 'PATCH', url, as: cast.tokens.creator, body: { status } });
      expect([moved.status, moved.body.status]).toEqual([200, status]);
      await query(`UPDATE participants SET status = 'open' WHERE id = $1`, id);
    }
  });

  it.each(PARTICIPANT_STATUSES)('lets a creator who is %s create links only while it is active', async (status) => {
    const somebody = await person();
    const may = ['accepted', 'product_sent', 'have_received', 'have_posted'].includes(status);
    const running = await campaign(somebody.id, status);
    const others = [
      await campaign(somebody.id, status, { active: false }),
      await campaign(somebody.id, status, { validFrom: new Date(Date.now() + HOUR) }),
      await campaign(somebody.id, status, { validUntil: new Date(Date.now() - HOUR) }),
    ];
    const { data } = (await read(somebody)).body;
    const canCreate = new Map(
      data.map((one: { campaign: { id: number }; can_create_link: boolean }) => [one.campaign.id, one.can_create_link]),
    );
    expect([running, ...others].map((id) => canCreate.get(id))).toEqual([may, false, false, false]);
  });

  it.each([
    ['is deactivated', 'UPDATE stores SET deactivated_at = now() WHERE id = $1'],
    ['is hidden', 'UPDATE stores SET hidden = true WHERE id = $1'],
    ['has blocked them', 'INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)'],
    ['sees them suspended', 'UPDATE users SET suspended_at = now() WHERE id = $2 AND $1 > 0'],
  ])('allows no links to a store that %s, in this list and on the board', async (_reason, change) => {
    const { market } = application;
    const somebody = await person();
    const storeId = await market.store();
    const campaignId = await campaign(somebody.id, 'accepted', { storeId });
    const may = async () => {
      const as = await application.tokenOf(somebody.id);
      const ofBoard = await application.call({ url: `/v2/users/${somebody.id}/campaign-board/${campaignId}`, as });
      const [listed] = (await read({ ...somebody, as })).body.data;
      const shown = (await read({ ...somebody, as }, `/${campaignId}`)).body;
      return [listed, shown, ofBoard.body.part].map(({ can_create_link }) => can_create_link);
    };
    expect(await may()).toEqual([true, true, true]);
    await query(change, ...(change.includes('$2') ? [storeId, somebody.id] : [storeId]));
    expect(await may()).toEqual([false, false, false]);
  });

  it("is a 404 when it is deleted, standard, another creator's, or missing", async () => {
    const somebody = await person();
    const deleted = await campaign(somebody.id, 'accepted', { columns: { deleted_at: new Date() } });
    const standard = await campaign(somebody.id, 'accepted', { type: 'standard' });
    const others = await campaign(cast.ids.otherCreator, 'accepted');
    for (const id of [deleted, standard, others, 999_999_999, 0, 'x']) {
      const { status, body } = await read(somebody, `/${id}`);
      expect([status, body.message]).toEqual([404, 'No query results for offer.']);
    }
    expect(await idsOf(somebody)).toEqual([]);
  });
});

describe('The list', () => {
  it("contains the user's participations, newest first, filtered by name, status and state", async () => {
    const somebody = await person();
    const running = await campaign(somebody.id, 'accepted', { columns: { campaign_title: '100% Wool' } });
    const later = await campaign(somebody.id, 'applied', {
      validFrom: new Date(Date.now() + HOUR),
      columns: { name: 'Summer wool', campaign_title: 'Sun' },
    });
    const paused = await campaign(somebody.id, 'open', { active: false });
    const ended = await campaign(somebody.id, 'done', { validUntil: new Date(Date.now() - HOUR) });
    await campaign(cast.ids.otherCreator, 'accepted');
    // Targeted, but without a participation.
    const targeted = await application.market.campaign({ storeId: cast.storeId, type: 'user_accept' });
    await query('INSERT INTO campaign_targets (campaign_id, user_id) VALUES ($1, $2)', targeted, somebody.id);

    expect(await idsOf(somebody)).toEqual([ended, paused, later, running]);
    expect(await idsOf(somebody, '?name=WOOL')).toEqual([later, running]);
    expect(await idsOf(somebody, '?name=0%25')).toEqual([running]);
    expect(await idsOf(somebody, '?name=%25%25')).toEqual([]);
    expect(await idsOf(somebody, '?name=')).toHaveLength(4);
    expect(await idsOf(somebody, '?participant_statuses[]=open&participant_statuses[]=applied')).toEqual([
      paused,
      later,
    ]);
    expect(await idsOf(somebody, '?campaign_statuses[]=active')).toEqual([running]);
    expect(await idsOf(somebody, '?campaign_statuses[]=scheduled')).toEqual([later]);
    expect(await idsOf(somebody, '?campaign_statuses[]=active&campaign_statuses[]=scheduled')).toEqual([
      later,
      running,
    ]);
    expect(await idsOf(somebody, '?campaign_statuses[]=active&participant_statuses[]=open')).toEqual([]);
    expect(await idsOf(somebody, '?name=wool&participant_statuses[]=applied&campaign_statuses[]=scheduled')).toEqual([
      later,
    ]);
    const { body } = await read(somebody, '?size=3&page=2');
    expect(body.data.map((one: { key: string }) => one.key)).toEqual([`${running}-${somebody.id}`]);
    expect(body.meta).toMatchObject({ total: 4, per_page: 3, last_page: 2, from: 4, to: 4 });
    expect((await read(somebody)).body.meta.per_page).toBe(30);
    expect((await read(somebody, '?size=100')).status).toBe(200);
    expect((await read(somebody, `?name=${'ä'.repeat(128)}`)).status).toBe(200);
  });

  it.each([
    ['size=0', 'size'],
    ['size=101', 'size'],
    ['page=0', 'page'],
    [`name=${'x'.repeat(129)}`, 'name'],
    ['participant_statuses[]=gone', 'participant_statuses.0'],
    ['campaign_statuses[]=ended', 'campaign_statuses.0'],
    ['campaign_statuses[]=paused', 'campaign_statuses.0'],
  ])('with %s is a 422 on %s', async (rest, field) => {
    const { status, body } = await read({ id: cast.ids.creator, as: cast.tokens.creator }, `?${rest}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
