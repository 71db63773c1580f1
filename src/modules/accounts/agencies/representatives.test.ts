import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const list = (role: Role | null, query = '') =>
  application.call({
    url: `/v2/clients/${cast.agencyId}/representatives${query}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });

describe('The representatives of an agency', () => {
  it('are listed in the order of joining', async () => {
    const second = await application.market.user({ email: 'second@agency.example' });
    await application.market.representative(cast.agencyId, second);
    const { status, body } = await list('agency');
    expect([status, body.data.map(({ id }: { id: number }) => id)]).toEqual([200, [cast.ids.agency, second]]);
    expect(body.data[1]).toMatchObject({ email: 'second@agency.example', since: expect.stringMatching(/^\d{4}-/) });
    expect((await list('agency', '?size=1&page=2')).body.data).toMatchObject([{ id: second }]);
  });

  it('are visible only to themselves and administrators', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'advertiser', 'otherAgency', 'admin'] as const)
      statuses.push((await list(role)).status);
    expect(statuses).toEqual([401, 404, 404, 404, 200]);
    expect((await list('agency', '?size=101')).status).toBe(422);
  });
});
