import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../tests/harness/closed-month.ts';

const { application, cast } = await createClosedMarket();

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const searchAs = (role: Role | null, parameters: Record<string, string>) =>
  application.call({
    url: `/v2/search?${new URLSearchParams(parameters)}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
/** `kind id` of everything that a role finds. */
async function found(role: Role, parameters: Record<string, string>): Promise<string[]> {
  const { status, body } = await searchAs(role, parameters);
  expect(status).toBe(200);
  return body.data.map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`);
}

describe('The scope of the search', () => {
  it.each<[string, () => Promise<{ text: string; expected: string; by: Role[] }>]>([
    [
      'a hidden store',
      async () => {
        await query(`UPDATE stores SET name = 'Quillstore', hidden = true WHERE id = $1`, cast.storeId);
        return { text: 'quillst', expected: `store ${cast.storeId}`, by: ['advertiser', 'admin'] };
      },
    ],
    [
      'a campaign with an invited creator',
      async () => {
        const id = await application.market.campaign({ storeId: cast.storeId, type: 'suggestion' });
        await application.market.participant({ campaignId: id, userId: cast.ids.creator });
        await query(`UPDATE campaigns SET campaign_title = 'Midsummer ribbons' WHERE id = $1`, id);
        return { text: 'ribb mids', expected: `campaign ${id}`, by: ['creator', 'advertiser', 'admin'] };
      },
    ],
    [
      'a creator, by the address, too',
      async () => {
        await query(`UPDATE users SET email = 'saffron@mail.example' WHERE id = $1`, cast.ids.creator);
        return { text: 'saffron', expected: `creator ${cast.ids.creator}`, by: ['agency', 'admin'] };
      },
    ],
    [
      'an agency',
      async () => {
        await query(`UPDATE agencies SET name = 'Turnstone People' WHERE id = $1`, cast.agencyId);
        return { text: 'Turnstone', expected: `client ${cast.agencyId}`, by: ['agency', 'admin'] };
      },
    ],
    [
      'a link, by its code',
      async () => {
        const { id, code } = await application.market.link({
          userId: cast.ids.creator,
          storeId: cast.storeId,
          url: 'https://cast-shop.example/searched',
        });
        return { text: code, expected: `link ${id}`, by: ['creator', 'agency', 'advertiser', 'admin'] };
      },
    ],
    [
      'an order',
      async () => {
        const [order] = await query('SELECT id, order_id FROM orders WHERE store_id = $1 LIMIT 1', cast.storeId);
        return { text: order.order_id.toLowerCase(), expected: `order ${order.id}`, by: ['advertiser', 'admin'] };
      },
    ],
    [
      'an invoice of a store',
      async () => {
        const [invoice] = await query('SELECT id, number FROM invoices WHERE store_id = $1 LIMIT 1', cast.storeId);
        return { text: invoice.number, expected: `invoice ${invoice.id}`, by: ['advertiser', 'admin'] };
      },
    ],
    [
      'a statement of an agency',
      async () => {
        const [invoice] = await query('SELECT id, number FROM invoices WHERE agency_id = $1 LIMIT 1', cast.agencyId);
        return { text: invoice.number, expected: `invoice ${invoice.id}`, by: ['agency', 'admin'] };
      },
    ],
    [
      'a participant, by the public name',
      async () => {
        const campaignId = await application.market.campaign({ storeId: cast.storeId, type: 'suggestion' });
        const id = await application.market.participant({ campaignId, userId: cast.ids.creator });
        await query(`UPDATE users SET display_name = 'Vera Sandpiper' WHERE id = $1`, cast.ids.creator);
        return { text: 'sandpip', expected: `participant ${id}`, by: ['agency', 'advertiser', 'admin'] };
      },
    ],
    [
      'a voucher, by the beginning of its code',
      async () => {
        const { id: link } = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
        const [{ id }] = await query(
          `INSERT INTO vouchers (store_id, code, code_key, user_id, link_id) VALUES ($1, 'HERON20', 'HERON20', $2, $3) RETURNING id`,
          cast.storeId,
          cast.ids.creator,
          link,
        );
        return { text: 'heron', expected: `voucher ${id}`, by: ['advertiser', 'admin'] };
      },
    ],
    [
      'a domain of a store',
      async () => {
        const [{ id }] = await query(
          `INSERT INTO store_domains (store_id, host) VALUES ($1, 'www.dunlin.example') RETURNING id`,
          cast.storeId,
        );
        return { text: 'Dunlin.ex', expected: `domain ${id}`, by: ['advertiser', 'admin'] };
      },
    ],
    [
      'a domain of an agency',
      async () => {
        const [{ id }] = await query(
          `INSERT INTO link_domains (agency_id, host) VALUES ($1, 'go.curlew.example') RETURNING id`,
          cast.agencyId,
        );
        return { text: 'go.curlew', expected: `domain ${id}`, by: ['agency', 'admin'] };
      },
    ],
    [
      'a company, which creators do not know',
      async () => {
        await query(
          `UPDATE stores SET company_name = 'Redshank Handel AB', hidden = false WHERE id = $1`,
          cast.storeId,
        );
        return { text: 'redshank', expected: `company ${cast.storeId}`, by: ['advertiser', 'admin'] };
      },
    ],
  ])('%s', async (_, arrange) => {
    const { text, expected, by } = await arrange();
    const finders: Role[] = [];
    for (const role of ROLES) if ((await found(role, { q: text })).includes(expected)) finders.push(role);
    expect(finders).toEqual(ROLES.filter((role) => by.includes(role)));
  });

  it('anonymous callers are refused', async () => {
    expect((await searchAs(null, { q: 'anything' })).status).toBe(401);
  });
});

describe('The results', () => {
  it('begin with the best match, and have at most the requested number', async () => {
    for (const name of ['Blue Kestrel', 'Kestrel & Sons', 'The Kestrel', 'Kestrel'])
      await query('UPDATE stores SET name = $2 WHERE id = $1', await application.market.store(), name);
    const titles = async (perKind: string) =>
      (await searchAs('admin', { q: 'KESTREL', kind: 'store', per_kind: perKind })).body.data.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles('20')).toEqual(['Kestrel', 'Kestrel & Sons', 'Blue Kestrel', 'The Kestrel']);
    expect(await titles('2')).toEqual(['Kestrel', 'Kestrel & Sons']);
  });

  it('is of one kind if one is named', async () => {
    await query(`UPDATE agencies SET name = 'Osprey People' WHERE id = $1`, cast.agencyId);
    await query(`UPDATE stores SET name = 'Osprey' WHERE id = $1`, cast.otherStoreId);
    const [store, agency] = [`store ${cast.otherStoreId}`, `client ${cast.agencyId}`];
    expect(await found('admin', { q: 'osprey' })).toEqual([store, agency]);
    expect(await found('admin', { q: 'osprey', kind: 'client' })).toEqual([agency]);
  });

  it.each(["it's", 'a & b', "':*", '\\\\', '%%', '((', 'a:* | b', '__', '<->', '🧶🧶', '!!!'])(
    'no text breaks the query: %s',
    async (text) => {
      const { status, body } = await searchAs('admin', { q: text });
      expect([status, body.data]).toEqual([200, []]);
    },
  );

  it.each([
    ['q', {}],
    ['q', { q: 'a' }],
    ['q', { q: 'a'.repeat(101) }],
    ['kind', { q: 'aa', kind: 'person' }],
    ['per_kind', { q: 'aa', per_kind: '21' }],
  ])('names the invalid field: %s', async (field, parameters) => {
    const { status, body } = await searchAs('admin', parameters as Record<string, string>);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});
