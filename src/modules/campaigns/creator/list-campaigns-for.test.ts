import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TestApplication } from '../../../../tests/harness/application.ts';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';

const HOUR = 3_600_000;

const { application, cast } = await createPopulatedApplication();

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;

const read = ({ id, as }: { id: number; as?: string }, rest = '') =>
  application.call({ url: `/v2/users/${id}/offers${rest}`, ...(as && { as }) });

const idsOf = async (who: { id: number; as: string }, rest = ''): Promise<number[]> => {
  const { status, body } = await read(who, rest);
  expect(status).toBe(200);
  return body.data.map(({ id }: { id: number }) => id);
};

async function person(values: Parameters<TestApplication['market']['user']>[0] = {}) {
  const id = await application.market.user(values);
  return { id, as: await application.tokenOf(id) };
}

/** Creates a campaign with one target, so that it is not for everyone. */
async function targeted(column: string, value: unknown, storeId = cast.storeId) {
  const campaignId = await application.market.campaign({ storeId, type: 'standard' });
  await query(`INSERT INTO campaign_targets (campaign_id, ${column}) VALUES ($1, $2)`, campaignId, value);
  return campaignId;
}

const noCampaigns = () => query('UPDATE campaigns SET deleted_at = now() WHERE deleted_at IS NULL');

describe('Who may', () => {
  it.each([...ROLES])('read the campaigns for a creator: %s', async (role) => {
    const { status, body } = await read({ id: cast.ids.creator, as: cast.tokens[role] });
    if (['creator', 'agency', 'admin'].includes(role)) expect(status).toBe(200);
    else expect([status, body.message]).toEqual([404, 'No query results for user.']);
  });

  it('not anonymously', async () => {
    expect((await read({ id: cast.ids.creator })).status).toBe(401);
  });
});

describe('The campaigns for a user', () => {
  it("are those for everyone, those targeted at the user, and the user's participations, newest first", async () => {
    await noCampaigns();
    const { market } = application;
    const storeGroupId = await market.storeGroup();
    const agencyId = await market.agency({ storeGroupId });
    const tierId = await market.tier();
    const somebody = await person({ agencyId, tierId, email: 'Somebody@example.test' });
    const userTag = await market.userTag({ userIds: [somebody.id] });
    await query(
      `INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', 'Some_Body')`,
      somebody.id,
    );
    const foreign = { ...(await person()), client: await market.agency(), tier: await market.tier() };
    const mine: number[] = [
      await market.campaign({ storeId: cast.storeId }),
      await market.campaign({ storeId: cast.otherStoreId, onlyUserId: somebody.id }),
      await targeted('user_id', somebody.id),
      await targeted('agency_id', agencyId),
      await targeted('revenue_tier_id', tierId),
      await targeted('store_group_id', storeGroupId),
      await targeted('user_tag_id', userTag),
      await targeted('email', 'somebody@EXAMPLE.test'),
      await targeted('social_identifier', 'some_body'),
    ];
    const taken = await market.campaign({ storeId: cast.storeId, type: 'store_accept', active: false });
    await market.participant({ campaignId: taken, userId: somebody.id, status: 'applied' });
    await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
    await market.campaign({ storeId: cast.storeId, onlyUserId: foreign.id });
    await targeted('user_id', foreign.id);
    await targeted('agency_id', foreign.client);
    await targeted('revenue_tier_id', foreign.tier);
    await targeted('store_group_id', await market.storeGroup());
    await targeted('user_tag_id', await market.userTag());
    await targeted('email', 'else@example.test');
    await targeted('social_identifier', 'else');
    const deleted = await targeted('user_id', somebody.id);
    await query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', deleted);
    expect(await idsOf(somebody)).toEqual([...mine, taken].reverse());
    const { body } = await read(somebody);
    const { body: shown } = await application.call({ url: `/v2/offers/${taken}`, as: somebody.as });
    expect(body.data[0]).toEqual(shown);
    expect(shown).toMatchObject({ id: taken, status: 'paused', store_id: cast.storeId, type: 'store_accept' });
  });

  it.each(['hidden = true', 'deactivated_at = now()', 'deleted_at = now()', null])(
    'exclude those of a store that is not open or blocks the user (%s), except participations',
    async (how) => {
      await noCampaigns();
      const { market } = application;
      const somebody = await person();
      const storeId = await market.store();
      await market.campaign({ storeId });
      await targeted('user_id', somebody.id, storeId);
      const taken = await market.campaign({ storeId, type: 'user_accept' });
      await market.participant({ campaignId: taken, userId: somebody.id, status: 'open' });
      expect(await idsOf(somebody)).toHaveLength(3);
      if (how === null) await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', storeId, somebody.id);
      else await query(`UPDATE stores SET ${how} WHERE id = $1`, storeId);
      expect(await idsOf(somebody)).toEqual([taken]);
    },
  );

  it('exclude those that their store hides, except participations', async () => {
    await noCampaigns();
    const somebody = await person();
    const storeId = await application.market.store();
    const [open, aimedAt] = [
      await application.market.campaign({ storeId }),
      await targeted('user_id', somebody.id, storeId),
    ];
    const taken = await application.market.campaign({ storeId, type: 'user_accept' });
    await application.market.participant({ campaignId: taken, userId: somebody.id, status: 'open' });
    const show = (offer_campaign_show: 0 | 1) =>
      Promise.all(
        [open, aimedAt, taken].map((id) =>
          application.call({
            method: 'PATCH' as const,
            url: `/stores/${storeId}/offers/${id}`,
            as: cast.tokens.admin,
            body: { offer_campaign_show },
          }),
        ),
      );
    await show(0);
    expect(await idsOf(somebody)).toEqual([taken]);
    expect(
      (await read({ id: somebody.id, as: somebody.as }, `?name=&campaign_statuses[]=active`)).body.meta.total,
    ).toBe(1);
    await show(1);
    expect(await idsOf(somebody)).toEqual([taken, aimedAt, open]);
  });

  it('are filtered by name, participation and status', async () => {
    await noCampaigns();
    const { market } = application;
    const { storeId } = cast;
    const somebody = await person();
    const running = await market.campaign({ storeId, type: 'standard' });
    const later = await market.campaign({ storeId, type: 'user_accept', validFrom: new Date(Date.now() + HOUR) });
    const ended = await market.campaign({ storeId, type: 'user_accept', validUntil: new Date(Date.now() - HOUR) });
    await market.participant({ campaignId: later, userId: somebody.id, status: 'open' });
    await market.participant({ campaignId: ended, userId: somebody.id, status: 'done' });
    await market.participant({ campaignId: later, userId: cast.ids.creator, status: 'done' });
    await query(`UPDATE campaigns SET name = 'Wool_1' WHERE id = $1`, running);
    await query(`UPDATE campaigns SET campaign_title = 'More wool' WHERE id = $1`, ended);
    expect(await idsOf(somebody)).toEqual([ended, later, running]);
    expect(await idsOf(somebody, '?name=WOOL')).toEqual([ended, running]);
    expect(await idsOf(somebody, '?name=_')).toEqual([running]);
    expect(await idsOf(somebody, '?participant_statuses[]=done')).toEqual([ended]);
    expect(await idsOf(somebody, '?participant_statuses[]=done&participant_statuses[]=open')).toEqual([ended, later]);
    expect(await idsOf(somebody, '?statuses[]=done&statuses[]=open')).toEqual([ended, later]);
    expect(await idsOf(somebody, '?status=open')).toEqual([later]);
    expect(await idsOf(somebody, '?campaign_statuses[]=active')).toEqual([running]);
    expect(await idsOf(somebody, '?campaign_statuses[]=active&campaign_statuses[]=scheduled')).toEqual([
      later,
      running,
    ]);
    expect(await idsOf(somebody, '?campaign_statuses[]=scheduled&status=done')).toEqual([]);
    expect((await read(somebody)).body.meta).toMatchObject({ per_page: 30, total: 3 });
    expect((await read(somebody, '?size=100')).status).toBe(200);
    expect((await read(somebody, `?name=${'å'.repeat(128)}`)).status).toBe(200);
  });

  it('are partitioned into pages', async () => {
    const somebody = await person();
    const kinds = fc.array(fc.constantFrom('everybody', 'aimed', 'taken', 'foreign'), { maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 1, max: 4 }), async (campaigns, size) => {
        await noCampaigns();
        const mine: number[] = [];
        for (const kind of campaigns) {
          const type = kind === 'everybody' ? ('standard' as const) : ('store_accept' as const);
          const id = await application.market.campaign({ storeId: cast.storeId, type });
          if (kind === 'aimed')
            await query('INSERT INTO campaign_targets (campaign_id, user_id) VALUES ($1, $2)', id, somebody.id);
          if (kind === 'taken') await application.market.participant({ campaignId: id, userId: somebody.id });
          if (kind !== 'foreign') mine.unshift(id);
        }
        const seen: number[] = [];
        for (let page = 1; page <= Math.ceil(mine.length / size) + 1; page++) {
          const { body } = await read(somebody, `?size=${size}&page=${page}`);
          expect(body.meta.total).toBe(mine.length);
          seen.push(...body.data.map(({ id }: { id: number }) => id));
        }
        expect(seen).toEqual(mine);
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    ['size=0', 'size'],
    ['size=101', 'size'],
    ['page=0', 'page'],
    [`name=${'x'.repeat(129)}`, 'name'],
    ['status=gone', 'status'],
    ['participant_statuses[]=gone', 'participant_statuses.0'],
    ['campaign_statuses[]=ended', 'campaign_statuses.0'],
    ['status=open&participant_statuses[]=done', 'status'],
    ['status=open&statuses[]=done', 'status'],
    ['statuses[]=open&participant_statuses[]=done', 'statuses'],
    ['statuses[]=gone', 'statuses.0'],
    ['status=open&participant_statuses[]=open', 'status'],
  ])('with %s are a 422 on %s', async (rest, field) => {
    const { status, body } = await read({ id: cast.ids.creator, as: cast.tokens.creator }, `?${rest}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
