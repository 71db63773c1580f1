import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { type MadeLink, makeLinks } from './make-links.ts';

const application = await createTestApplication();
const agencyId = await application.market.agency();
const creator = { id: await application.market.user({ agencyId }), agencyId };
const storeId = await application.market.store();

const pages = (folder: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ storeId, url: `https://shop.example/${folder}/page-${n}` }));

const make = (wanted: { storeId: number; url: string }[], dry = false) =>
  makeLinks({ ...application.database, now: () => new Date() }, { creator, pages: wanted, dry });

const statusOf = (made: MadeLink | null) => (made?.kind === 'link' ? made.status : (made?.kind ?? null));
const idOf = (made: MadeLink | null) => (made?.kind === 'link' ? made.link.id : null);

describe('Links to many pages', () => {
  it('are created at once, in the order of the pages, each complete', async () => {
    const wanted = pages('whole', 3);
    const made = await make(wanted);
    expect(made).toEqual(
      wanted.map(({ url }, n) => ({
        kind: 'link',
        status: 'created',
        link: {
          id: expect.any(Number),
          code: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
          url,
          title: `page ${n}`,
          kind: 'link',
          slug: null,
          userId: creator.id,
          userAgencyId: creator.agencyId,
          createdAt: expect.any(Date),
          store: { id: storeId, name: expect.stringMatching(/^Store /), country: 'SE', provider: null },
        },
      })),
    );
    const { rows } = await application.database.pool.query(
      'SELECT id, url FROM links WHERE id = ANY ($1) ORDER BY url',
      [made.map(idOf)],
    );
    expect(rows).toEqual(wanted.map(({ url }, n) => ({ id: idOf(made[n]!), url })));
  });

  it('are existing links of any kind, and otherwise new ones', async () => {
    const [known, tag, missing] = pages('some', 3);
    const first = await make([known!]);
    const { id } = await application.market.link({ userId: creator.id, storeId, url: tag!.url, kind: 'tag' });
    const made = await make([missing!, tag!, known!]);
    expect(made.map(statusOf)).toEqual(['created', 'existing', 'existing']);
    expect(made.map(idOf).slice(1)).toEqual([id, idOf(first[0]!)]);
    expect(made[1]).toMatchObject({ link: { kind: 'tag' } });
  });

  it('are one link for a page that is named twice', async () => {
    const [page] = pages('twice', 1);
    const made = await make([page!, page!]);
    expect(made[0]).toEqual(made[1]);
    expect(statusOf(made[0]!)).toBe('created');
  });

  it('are not created in a dry run or for a store that no longer exists', async () => {
    const wanted = pages('dry', 2);
    await make([wanted[0]!]);
    const made = await make([...wanted, { storeId: 2 ** 40, url: 'https://gone.example/' }], true);
    expect(made.map(statusOf)).toEqual(['existing', 'dry', null]);
    expect(statusOf((await make([wanted[1]!]))[0]!)).toBe('created');
    expect(await make([])).toEqual([]);
  });

  it('are each created once by concurrent requests, in any order', async () => {
    const wanted = pages('crowd', 200);
    const asked = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? wanted : wanted.toReversed()));
    const made = (await Promise.all(asked.map((some) => make(some)))).flat();
    expect(made.filter((one) => statusOf(one) === 'created')).toHaveLength(200);
    expect(new Set(made.map(idOf)).size).toBe(200);
  });

  it('get another code if one is taken', async () => {
    const { code } = await application.market.link({ userId: creator.id, storeId });
    const { pool } = application.database;
    await pool.query(`CREATE SEQUENCE draws`);
    await pool.query(`CREATE FUNCTION take_code() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('draws') <= 3 THEN NEW.code := '${code}'; END IF; RETURN NEW; END $$`);
    await pool.query(`CREATE TRIGGER take_code BEFORE INSERT ON links FOR EACH ROW EXECUTE FUNCTION take_code()`);
    const made = await make(pages('taken', 2));
    await pool.query('DROP TRIGGER take_code ON links');
    expect(made.map(statusOf)).toEqual(['created', 'created']);
    const { rows } = await pool.query(`SELECT last_value::int AS draws FROM draws`);
    // The first attempt has two taken codes, the second one taken and one free, the third a free one.
    expect(rows[0].draws).toBe(5);
  });
});
