import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { createCast, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';
import { MAX_SLUGS_OF_DAY, MAX_SLUGS_OF_LINK } from './claim-slug.ts';

let now = new Date('2026-05-10T12:00:00Z');
const application = await createTestApplication({ now: () => now });
const { call, market, database } = application;
const cast = await createCast(application);
const follow = await letShoppersIn(application);
await market.price({ storeId: cast.storeId, cpcMinor: 10 });

let pages = 0;
const newPage = () => `https://cast-shop.example/p/page-${++pages}`;
const create = (body: object, userId = cast.ids.creator) =>
  call({ method: 'POST', url: `/v2/users/${userId}/affiliate-links`, as: cast.tokens.admin, body });

/** Creates a link of the creator. The reply identifies it only by its URL. */
async function newLink(url = newPage(), userId = cast.ids.creator): Promise<{ id: number; code: string; url: string }> {
  await create({ url }, userId);
  const { rows } = await database.pool.query('SELECT id, code, url FROM links WHERE url = $1 AND user_id = $2', [
    url,
    userId,
  ]);
  return rows[0];
}
const change = (id: number, body: unknown, as: string | undefined = cast.tokens.creator) =>
  call({ method: 'PATCH', url: `/v2/affiliate-links/${id}`, body, ...(as === undefined ? {} : { as }) });
const pageOf = (location: string | null) => location?.replace(/[?&]tclid=[0-9a-f-]{36}/, '');
const clicksOn = async (id: number) =>
  (await database.pool.query('SELECT class, cost_minor FROM clicks WHERE link_id = $1 ORDER BY id', [id])).rows;
const EXPIRY = '2026-05-11T12:00:00Z';

describe('PATCH /v2/users/{user}/affiliate-links', () => {
  const archive = (links: unknown, archived: unknown = true, as = cast.tokens.creator, userId = cast.ids.creator) =>
    call({
      method: 'PATCH',
      url: `/v2/users/${userId}/affiliate-links`,
      as,
      body: { affiliate_links: links, archived },
    });
  const archivedOf = async (ids: number[]) =>
    (await database.pool.query('SELECT archived_at FROM links WHERE id = ANY($1) ORDER BY id', [ids])).rows.map(
      ({ archived_at: at }) => at !== null,
    );

  it('archives links, restores them, and returns those that it changed', async () => {
    const ids = [(await newLink()).id, (await newLink()).id, (await newLink()).id];
    await change(ids[1]!, { archived: true });
    const { status, body } = await archive([ids[2], ids[0], ids[1], ids[0]]);
    expect([status, body]).toEqual([200, { changed: [ids[0], ids[2]] }]);
    expect(await archivedOf(ids)).toEqual([true, true, true]);
    // Only changed links are changed back.
    expect((await archive(body.changed, false)).body).toEqual({ changed: body.changed });
    expect(await archivedOf(ids)).toEqual([false, true, false]);
    expect((await archive(body.changed, false)).body).toEqual({ changed: [] });
    const { rows } = await database.pool.query(
      `SELECT actor_id, details FROM audit_log WHERE action = 'links.archived' AND subject_id = $1 ORDER BY id`,
      [cast.ids.creator],
    );
    expect(rows).toEqual([
      { actor_id: cast.ids.creator, details: { archived: true, links: body.changed } },
      { actor_id: cast.ids.creator, details: { archived: false, links: body.changed } },
    ]);
  });

  it('changes nothing if one link is of someone else or unknown, or the body is invalid', async () => {
    const own = (await newLink()).id;
    const foreign = (await newLink(undefined, cast.ids.otherCreator)).id;
    for (const links of [[own, foreign], [own, 2 ** 40], [], ['x'], Array.from({ length: 1001 }, (_, at) => at + 1)]) {
      const { status, body } = await archive(links);
      expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringMatching(/^affiliate_links/)]);
    }
    expect((await archive([own], 'perhaps')).body.errors).toHaveProperty('archived');
    expect(await archivedOf([own, foreign])).toEqual([false, false]);
  });

  it('is for the creator, the agency and administrators', async () => {
    const { id } = await newLink();
    for (const as of [cast.tokens.admin, cast.tokens.agency]) expect((await archive([id], true, as)).status).toBe(200);
    for (const as of [cast.tokens.otherCreator, cast.tokens.advertiser])
      expect((await archive([id], false, as)).status).toBe(404);
    const body = { affiliate_links: [id], archived: false };
    const url = `/v2/users/${cast.ids.creator}/affiliate-links`;
    expect((await call({ method: 'PATCH', url, body })).status).toBe(401);
    expect(await archivedOf([id])).toEqual([true]);
  });
});

describe('the settings of a link', () => {
  it('are changed one by one, and read', async () => {
    const link = await newLink();
    const { status, body } = await change(link.id, {
      slug: 'First-Name',
      title: 'My page',
      tags: [' Shoes', 'shoes', 'Sale'],
    });
    expect([status, body]).toEqual([
      200,
      {
        id: link.id,
        url: 'http://tributary.test/r/first-name',
        other_urls: [`http://tributary.test/r/${link.code}`],
        original_url: link.url,
        slug: 'first-name',
        former_slugs: [],
        title: 'My page',
        tags: ['shoes', 'sale'],
        archived_at: null,
        expires_at: null,
        expired_url: null,
      },
    ]);
    const next = await change(link.id, { archived: true, expires_at: EXPIRY });
    expect(next.body).toMatchObject({
      slug: 'first-name',
      title: 'My page',
      tags: ['shoes', 'sale'],
      archived_at: now.toISOString(),
      expires_at: new Date(EXPIRY).toISOString(),
    });
    const back = await change(link.id, { archived: false, expires_at: null });
    expect(back.body).toMatchObject({ archived_at: null, expires_at: null });
    const read = await call({ url: `/v2/affiliate-links/${link.id}/settings`, as: cast.tokens.agency });
    expect(read.body).toEqual(back.body);
    const { rows } = await database.pool.query(
      `SELECT actor_id, details FROM audit_log WHERE action = 'link.changed' AND subject_id = $1 ORDER BY id LIMIT 1`,
      [link.id],
    );
    expect(rows).toEqual([{ actor_id: cast.ids.creator, details: { changed: ['slug', 'title', 'tags'] } }]);
  });

  it('are given with the URL, and then also apply to an existing link', async () => {
    const url = newPage();
    const made = await create({ url, slug: 'with-url', title: 'T', tags: ['a'] });
    expect(made.body.affiliate_link).toMatchObject({
      status: 'created',
      url: 'http://tributary.test/r/with-url',
      title: 'T',
    });
    const again = await create({ url, title: 'U' });
    expect(again.body.affiliate_link).toMatchObject({
      status: 'existing',
      url: 'http://tributary.test/r/with-url',
      title: 'U',
    });
    const taken = await create({ url: newPage(), slug: 'with-url' });
    expect([taken.status, taken.body.error]).toEqual([400, 'slug_taken']);
    const { rows } = await database.pool.query('SELECT FROM links WHERE url = $1', [
      `https://cast-shop.example/p/page-${pages}`,
    ]);
    expect(rows).toHaveLength(0);
    const dry = await create({ url: newPage(), slug: 'dry-slug', dry: true });
    expect(dry.body.affiliate_link.status).toBe('dry');
    expect((await database.pool.query(`SELECT FROM link_slugs WHERE slug = 'dry-slug'`)).rows).toHaveLength(0);
  });

  it('are refused with the name of the field', async () => {
    const { id } = await newLink();
    const faults = async (body: object) => {
      const reply = await change(id, body);
      return [reply.status, Object.keys(reply.body.errors ?? {})];
    };
    for (const slug of ['ab', 'admin', 'abcdefghij', 'a b c', 'å-ä-ö'])
      expect(await faults({ slug })).toEqual([422, ['slug']]);
    expect(await faults({ title: '' })).toEqual([422, ['title']]);
    expect(await faults({ tags: [' '] })).toEqual([422, ['tags.0']]);
    expect(await faults({ tags: Array.from({ length: 11 }, (_, n) => `t${n}`) })).toEqual([422, ['tags']]);
    expect(await faults({ expires_at: 'soon' })).toEqual([422, ['expires_at']]);
    expect(await faults({})).toEqual([422, expect.anything()]);
    for (const url of ['https://elsewhere.example/', `https://${cast.otherDomain}/`, 'http://tributary.test/r/x'])
      expect(await faults({ expired_url: url })).toEqual([422, ['expired_url']]);
  });

  it('are changed by the creator, the agency and administrators only', async () => {
    const { id } = await newLink();
    const body = { title: 'X' };
    expect((await call({ method: 'PATCH', url: `/v2/affiliate-links/${id}`, body })).status).toBe(401);
    for (const [role, status] of [
      ...([
        ['creator', 200],
        ['agency', 200],
        ['admin', 200],
        ['otherCreator', 404],
        ['otherAgency', 404],
      ] as const),
      ...([
        ['advertiser', 403],
        ['otherAdvertiser', 404],
      ] as const),
    ]) {
      expect([role, (await change(id, body, cast.tokens[role])).status]).toEqual([role, status]);
      const read = await call({ url: `/v2/affiliate-links/${id}/settings`, as: cast.tokens[role] });
      expect([role, read.status]).toEqual([role, status]);
    }
    expect((await change(999_999_999, body)).status).toBe(404);
  });
});

describe('a slug', () => {
  it('redirects in any case, and still does when the link has another one or none', async () => {
    const link = await newLink();
    await change(link.id, { slug: 'old-name' });
    const { body } = await change(link.id, { slug: 'new-name' });
    expect(body).toMatchObject({ slug: 'new-name', former_slugs: ['old-name'] });
    for (const name of ['old-name', 'NEW-Name', 'new-name', link.code]) {
      const { status, location } = await follow(name);
      expect([name, status, pageOf(location)]).toEqual([name, 302, link.url]);
    }
    expect(await clicksOn(link.id)).toEqual(Array(4).fill({ class: 0, cost_minor: 10 }));
    await change(link.id, { slug: null });
    expect(pageOf((await follow('new-name')).location)).toBe(link.url);
    expect((await change(link.id, { slug: 'old-name' })).body).toMatchObject({
      slug: 'old-name',
      former_slugs: ['new-name'],
      url: 'http://tributary.test/r/old-name',
    });
    expect((await follow('unknown-name')).status).toBe(404);
  });

  it('is not given to anybody else, not even when its creator is erased', async () => {
    const gone = await market.user();
    const link = await newLink(newPage(), gone);
    await change(link.id, { slug: 'gone-name' }, cast.tokens.admin);
    await change(link.id, { slug: null }, cast.tokens.admin);
    await call({ method: 'POST', url: `/v2/admin/users/${gone}/erase`, as: cast.tokens.admin, body: {} });
    const other = await newLink();
    const reply = await change(other.id, { slug: 'GONE-name' });
    expect([reply.status, reply.body.error]).toEqual([400, 'slug_taken']);
    expect(pageOf((await follow('gone-name')).location)).toBe(link.url);
  });

  it('is never the code of another link', async () => {
    const { id } = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    await database.pool.query(`UPDATE links SET code = 'imported-code' WHERE id = $1`, [id]);
    const reply = await change((await newLink()).id, { slug: 'imported-code' });
    expect([reply.status, reply.body.error]).toEqual([400, 'slug_taken']);
  });

  it('is given to one of several concurrent requests', async () => {
    const links = [await newLink(), await newLink(newPage(), cast.ids.otherCreator), await newLink()];
    const replies = await Promise.all(links.map(({ id }) => change(id, { slug: 'wanted-by-all' }, cast.tokens.admin)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(replies.flatMap(({ body }) => body.error ?? [])).toEqual(['slug_taken', 'slug_taken']);
  });

  it('can be changed a limited number of times for each link and creator', async () => {
    const creator = await market.user();
    const links = [];
    for (let n = 0; n <= MAX_SLUGS_OF_DAY / MAX_SLUGS_OF_LINK; n++) links.push(await newLink(newPage(), creator));
    const [first, ...others] = links as [(typeof links)[0], ...typeof links];
    // The limit is exact for concurrent requests.
    const attempts = await Promise.all(
      Array.from({ length: MAX_SLUGS_OF_LINK + 2 }, (_, n) =>
        change(first.id, { slug: `limit-${n}` }, cast.tokens.admin),
      ),
    );
    expect(attempts.flatMap(({ body }) => body.error ?? [])).toEqual(['too_many_slugs', 'too_many_slugs']);
    const more = [];
    for (const [at, { id }] of others.entries())
      for (let n = 0; n < MAX_SLUGS_OF_LINK; n++)
        more.push(await change(id, { slug: `more-${at}-${n}` }, cast.tokens.admin));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(MAX_SLUGS_OF_DAY - MAX_SLUGS_OF_LINK);
    now = new Date(now.getTime() + 25 * 60 * 60_000);
    expect((await change(others.at(-1)!.id, { slug: 'next-day' }, cast.tokens.admin)).status).toBe(200);
  });
});

describe('a link that expires', () => {
  it('leads to its page without a paid click, or to another page of the store', async () => {
    const link = await newLink();
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
    expect(pageOf((await follow(link.code)).location)).toBe(link.url);
    await change(link.id, { expires_at: at(60_000) });
    await follow(link.code);
    now = new Date(now.getTime() + 60_000);
    expect(pageOf((await follow(link.code)).location)).toBe(link.url);
    expect((await clicksOn(link.id)).map((click) => click.class)).toEqual([0, 0, 5]);
    const listed = await call({
      url: `/v2/users/${cast.ids.creator}/link-stats?link_id=${link.id}`,
      as: cast.tokens.creator,
    });
    expect(listed.body.data).toMatchObject([{ id: link.id, refusal: 'inactive', expires_at: now.toISOString() }]);
    await change(link.id, { expired_url: 'https://www.cast-shop.example/sale?a=1#top' });
    // The first click after a change may still use the cached link.
    await expect
      .poll(async () => (await follow(link.code)).location, { timeout: 30_000 })
      .toMatch(/^https:\/\/www\.cast-shop\.example\/sale\?a=1&tclid=[0-9a-f-]{36}#top$/);
    await change(link.id, { expires_at: null });
    await expect.poll(async () => pageOf((await follow(link.code)).location), { timeout: 30_000 }).toBe(link.url);
  });
});

describe('lists of links', () => {
  it('leave archived links out unless asked, and are filtered by tag', async () => {
    const creator = await market.user();
    const as = await application.tokenOf(creator);
    const [kept, archived] = [await newLink(newPage(), creator), await newLink(newPage(), creator)];
    await change(kept.id, { tags: ['Summer'], slug: 'kept-link' }, as);
    await change(archived.id, { tags: ['summer', 'old'], archived: true }, as);
    const ids = async (url: string) => (await call({ url, as })).body.data.map(({ id }: { id: number }) => id);
    for (const list of ['/v2/affiliate-links', `/v2/users/${creator}/link-stats`]) {
      expect(await ids(list)).toEqual([kept.id]);
      expect(await ids(`${list}?archived=only`)).toEqual([archived.id]);
      expect((await ids(`${list}?archived=include&tag=SUMMER`)).toSorted()).toEqual([kept.id, archived.id]);
      expect(await ids(`${list}?archived=include&tag=old`)).toEqual([archived.id]);
      expect(await ids(`${list}?tag=none`)).toEqual([]);
      const { status, body } = await call({ url: `${list}?archived=yes`, as });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['archived']]);
    }
    expect(await ids(`/v2/users/${creator}/link-stats?link_id=${archived.id}`)).toEqual([archived.id]);
    expect(await ids(`/v2/users/${creator}/link-stats?code=Kept-Link`)).toEqual([kept.id]);
    expect(pageOf((await follow(archived.code)).location)).toBe(archived.url);
  });
});

describe('the QR code of a link', () => {
  const get = (id: number, query = '', as = cast.tokens.creator) =>
    application.app.inject({ url: `/v2/affiliate-links/${id}/qr-code${query}`, headers: { authorization: as } });

  it('is a picture of the requested size, and changes with the slug', async () => {
    const { id, code } = await newLink();
    const svg = await get(id);
    expect([svg.statusCode, svg.headers['content-type']]).toEqual([200, expect.stringContaining('image/svg+xml')]);
    expect(svg.headers['content-disposition']).toBe(`attachment; filename="${code}.svg"`);
    expect(svg.body).toMatch(/^<svg [^>]*width="512" height="512"/);
    const png = await get(id, '?format=png&size=300');
    expect(png.headers['content-type']).toBe('image/png');
    expect(await sharp(png.rawPayload).metadata()).toMatchObject({ format: 'png', width: 300, height: 300 });
    // Dark modules are black, the margin is white.
    const { data } = await sharp(png.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([data[0], new Set(data).has(0)]).toEqual([255, true]);
    await change(id, { slug: 'qr-name' });
    const named = await get(id);
    expect(named.body).not.toBe(svg.body);
    expect(named.headers['content-disposition']).toBe('attachment; filename="qr-name.svg"');
  });

  it('has a colour and a transparent background on request', async () => {
    const { id } = await newLink();
    const plain = await get(id);
    const svg = await get(id, '?colour=%230b6e79');
    expect(svg.body).toBe(plain.body.replace('#000000', '#0b6e79'));
    const clear = await get(id, '?colour=%230b6e79&background=transparent');
    expect([svg.body.includes('#ffffff'), clear.body.includes('#ffffff')]).toEqual([true, false]);
    const pixelsOf = async (query: string) => {
      const { rawPayload } = await get(id, `?format=png&size=300&colour=%230b6e79${query}`);
      const { data } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const pixels = Array.from({ length: data.length / 4 }, (_, n) => data.subarray(4 * n, 4 * n + 4).toString('hex'));
      return new Set(pixels);
    };
    expect(await pixelsOf('')).toEqual(new Set(['ffffffff', '0b6e79ff']));
    const transparent = [...(await pixelsOf('&background=transparent'))];
    expect(transparent.filter((pixel) => !pixel.endsWith('00'))).toEqual(['0b6e79ff']);
    expect(transparent[0]).toMatch(/00$/);
  });

  it('is refused in colours that scanners cannot tell from the background', async () => {
    const { id } = await newLink();
    // #767676 is the lightest grey with this contrast.
    expect((await get(id, '?colour=%23767676')).statusCode).toBe(200);
    for (const colour of ['777777', 'ffffff', 'ffd700']) {
      const refused = await get(id, `?colour=%23${colour}`);
      expect([refused.statusCode, refused.json().errors.colour[0]]).toEqual([
        422,
        expect.stringMatching(/^must be darker/),
      ]);
    }
    for (const query of ['?colour=red', '?colour=%23123', '?background=black', '?colour=%22/%3E%3Cscript%3E'])
      expect((await get(id, query)).statusCode).toBe(422);
  });

  it('has bounds, and is for those who see the link', async () => {
    const { id } = await newLink();
    for (const query of ['?size=127', '?size=2049', '?format=gif']) expect((await get(id, query)).statusCode).toBe(422);
    expect((await get(id, '', cast.tokens.advertiser)).statusCode).toBe(200);
    expect((await get(id, '', cast.tokens.otherCreator)).statusCode).toBe(404);
    expect((await application.app.inject(`/v2/affiliate-links/${id}/qr-code`)).statusCode).toBe(401);
  });
});

describe('campaign parameters', () => {
  const url = `/v2/advertisers/${cast.storeId}/passed-parameters`;
  const set = (parameters: unknown, as: string | undefined = cast.tokens.advertiser) =>
    call({ method: 'PUT', url, body: { parameters }, ...(as === undefined ? {} : { as }) });

  it('reach the page if the store wants them, and never replace what the page or the click contains', async () => {
    const link = await newLink(`${newPage()}?utm_medium=own`);
    expect((await call({ url, as: cast.tokens.advertiser })).body).toEqual({ parameters: [] });
    const query = '?utm_source=news&utm_medium=mail&utm_term=x&sub1=placement&tclid=forged';
    expect(pageOf((await follow(`${link.code}${query}`)).location)).toBe(link.url);
    expect((await set(['utm_source', 'utm_medium', 'utm_source'])).body).toEqual({
      parameters: ['utm_source', 'utm_medium'],
    });
    await expect
      .poll(async () => (await follow(`${link.code}${query}`)).location, { timeout: 30_000 })
      .toMatch(/\?utm_medium=own&tclid=[0-9a-f-]{36}&utm_source=news$/);
    expect((await set([])).body).toEqual({ parameters: [] });
    await expect
      .poll(async () => pageOf((await follow(`${link.code}${query}`)).location), { timeout: 30_000 })
      .toBe(link.url);
  });

  it('are set by members of the store, and only by names of campaign parameters', async () => {
    for (const [role, status] of STORE_MEMBERS_ONLY)
      expect([role, (await set([], cast.tokens[role])).status]).toEqual([role, status]);
    expect((await call({ method: 'PUT', url, body: { parameters: [] } })).status).toBe(401);
    for (const name of ['tclid', 'sub1', 'utm_', 'utm_a&b', 'UTM_SOURCE', 'url']) {
      const { status, body } = await set([name]);
      expect([name, status, Object.keys(body.errors)]).toEqual([name, 422, ['parameters.0']]);
    }
  });
});
