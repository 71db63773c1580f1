import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, openStore } from '../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../tests/harness/shoppers.ts';

const { application, cast } = await createPopulatedApplication();
const follow = await letShoppersIn(application);

const PRODUCT = 'https://cast-shop.example/p/red-running-shoes.html?size=42';

/** Creates a link for the creator as itself by default. */
function create(body: Record<string, unknown>, { as = cast.tokens.creator, userId = cast.ids.creator } = {}) {
  return application.call({ method: 'POST', url: `/v2/users/${userId}/affiliate-links`, as, body });
}

function createV3(body: Record<string, unknown>) {
  const url = `/v3/users/${cast.ids.creator}/affiliate-links`;
  return application.call({ method: 'POST', url, as: cast.tokens.creator, body });
}

async function rowsOf(url: string): Promise<{ id: number; user_id: number; store_id: number; code: string }[]> {
  const { rows } = await application.database.pool.query(
    'SELECT id, user_id, store_id, code FROM links WHERE url = $1 ORDER BY id',
    [url],
  );
  return rows;
}

describe('A product URL becomes a tracked link', () => {
  it('with exactly the fields that the interface writes down', async () => {
    const { status, body } = await create({ url: PRODUCT });
    const [row] = await rowsOf(PRODUCT);
    expect([status, body]).toEqual([
      200,
      {
        status: 'success',
        affiliate_link: {
          status: 'created',
          url: `http://tributary.test/r/${row!.code}`,
          original_url: PRODUCT,
          user_id: cast.ids.creator,
          country: 'SE',
          provider: 'tributary',
          advertiser: { id: cast.storeId, name: expect.stringMatching(/^Store /) },
          title: 'red running shoes',
        },
      },
    ]);
  });

  it("also through the caller's own path, and without the wrapper in version 3", async () => {
    const first = (await create({ url: PRODUCT })).body.affiliate_link;
    const { status, ...fields } = first;
    expect(status).toBe('existing');
    const own = await application.call({
      method: 'POST',
      url: '/v2/affiliate-links',
      as: cast.tokens.creator,
      body: { url: PRODUCT },
    });
    expect(own.body).toEqual({ status: 'success', affiliate_link: first });
    const v3 = await createV3({ url: PRODUCT });
    expect([v3.status, v3.body]).toEqual([200, fields]);
  });

  it('which can be read again, and redirects to the page', async () => {
    const { affiliate_link: made } = (await create({ url: PRODUCT })).body;
    const [row] = await rowsOf(PRODUCT);
    const read = await application.call({ url: `/v2/affiliate-links/${row!.id}`, as: cast.tokens.creator });
    const { status: _, ...fields } = made;
    expect([read.status, read.body]).toEqual([200, fields]);
    expect(await follow(made.url)).toEqual({
      status: 302,
      location: expect.stringMatching(
        /^https:\/\/cast-shop\.example\/p\/red-running-shoes\.html\?size=42&tclid=[\w-]+$/,
      ),
    });
  });

  it('separately for each creator', async () => {
    const url = 'https://cast-shop.example/shared';
    await create({ url });
    await create({ url }, { as: cast.tokens.otherCreator, userId: cast.ids.otherCreator });
    const rows = await rowsOf(url);
    expect(rows.map((row) => row.user_id)).toEqual([cast.ids.creator, cast.ids.otherCreator]);
    expect(new Set(rows.map((row) => row.code)).size).toBe(2);
  });

  it('once, for any number of concurrent requests', async () => {
    const url = 'https://cast-shop.example/everybody-at-once';
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({ url })));
    expect(await rowsOf(url)).toHaveLength(1);
    const statuses = replies.map(({ body }) => body.affiliate_link.status).sort();
    expect(statuses).toEqual(['created', ...Array(19).fill('existing')]);
    expect(new Set(replies.map(({ body }) => body.affiliate_link.url)).size).toBe(1);
  });

  it('for the creator, also through a representative', async () => {
    const url = 'https://cast-shop.example/by-the-agency';
    const { body } = await create({ url }, { as: cast.tokens.agency });
    expect(body.affiliate_link.user_id).toBe(cast.ids.creator);
    expect((await create({ url }, { as: cast.tokens.admin })).body.affiliate_link.status).toBe('existing');
  });

  it('with codes that cannot be guessed', async () => {
    const codes = new Set<string>();
    for (let page = 0; page < 20; page++) {
      const { body } = await create({ url: `https://cast-shop.example/codes/${page}` });
      codes.add(body.affiliate_link.url.split('/r/')[1]);
    }
    expect(codes.size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^[0-9A-Za-z]{10}$/);
  });
});

describe('Pages are pasted in many forms', () => {
  const SAME: [what: string, pasted: string, page: string][] = [
    ['upper case', 'HTTPS://CAST-SHOP.EXAMPLE/ways/1', 'https://cast-shop.example/ways/1'],
    ['no scheme', 'cast-shop.example/ways/1', 'https://cast-shop.example/ways/1'],
    ['two slashes', '//cast-shop.example/ways/1', 'https://cast-shop.example/ways/1'],
    ['the default port', 'https://cast-shop.example:443/ways/1', 'https://cast-shop.example/ways/1'],
    [
      'white space and invisible marks',
      ' \u200bhttps://cast-shop.example/ways/1 \n',
      'https://cast-shop.example/ways/1',
    ],
    ['dot segments', 'https://cast-shop.example/x/../ways/./1', 'https://cast-shop.example/ways/1'],
    ['with a click’s id', 'https://cast-shop.example/ways/1?tclid=0190', 'https://cast-shop.example/ways/1'],
    [
      'with a click’s id among others',
      'https://cast-shop.example/ways/2?a=1&tclid=0190&b=%20+#c',
      'https://cast-shop.example/ways/2?a=1&b=%20+#c',
    ],
    ['non-ASCII letters', 'https://cast-shop.example/ways/skor-å', 'https://cast-shop.example/ways/skor-%C3%A5'],
  ];
  it.each(SAME)('%s: %j is the same page as %s', async (_what, pasted, page) => {
    const plain = await create({ url: page });
    expect(plain.body.affiliate_link.original_url).toBe(page);
    const again = await create({ url: pasted });
    expect(again.body.affiliate_link).toEqual({ ...plain.body.affiliate_link, status: 'existing' });
    expect(await rowsOf(page)).toHaveLength(1);
  });

  const KEPT: [what: string, pasted: string, leadsTo: string][] = [
    ['www.', 'www.cast-shop.example/kept', 'https://www.cast-shop.example/kept'],
    ['a subdomain', 'https://m.eu.cast-shop.example/kept', 'https://m.eu.cast-shop.example/kept'],
    ['http', 'http://cast-shop.example/kept', 'http://cast-shop.example/kept'],
    ['a port', 'https://cast-shop.example:8443/kept', 'https://cast-shop.example:8443/kept'],
    ['a trailing dot', 'https://cast-shop.example./kept', 'https://cast-shop.example./kept'],
    ['a query', 'https://cast-shop.example/kept?b=2&a=1&a=0', 'https://cast-shop.example/kept?b=2&a=1&a=0'],
    ['an empty query', 'https://cast-shop.example/kept?', 'https://cast-shop.example/kept?'],
    ['a fragment', 'https://cast-shop.example/kept#reviews', 'https://cast-shop.example/kept#reviews'],
    [
      'tracking parameters',
      'cast-shop.example/kept?utm_source=x&gclid=y',
      'https://cast-shop.example/kept?utm_source=x&gclid=y',
    ],
    ['the case of the path', 'https://cast-shop.example/KEPT', 'https://cast-shop.example/KEPT'],
    ['escapes', 'https://cast-shop.example/%73ale?q=a%2Bb', 'https://cast-shop.example/%73ale?q=a%2Bb'],
    [
      'an encoded page in the query',
      'https://cast-shop.example/go?to=https%3A%2F%2Fa.se%2F%3Fb',
      'https://cast-shop.example/go?to=https%3A%2F%2Fa.se%2F%3Fb',
    ],
  ];
  it.each(KEPT)('%s is kept', async (_what, pasted, leadsTo) => {
    const { body } = await create({ url: pasted });
    expect(body.affiliate_link).toMatchObject({ status: 'created', original_url: leadsTo });
  });

  it('an IDN host is found by its letters, by its punycode, and below it', async () => {
    const id = await openStore(application, { domains: ['xn--bcher-kva.example'] });
    for (const url of ['https://bücher.example/ä', 'BÜCHER.example/ä', 'https://xn--bcher-kva.example/%C3%A4']) {
      const { body } = await create({ url });
      expect(body.affiliate_link).toMatchObject({
        original_url: 'https://xn--bcher-kva.example/%C3%A4',
        advertiser: { id },
      });
    }
    expect((await create({ url: 'shop.bücher.example' })).body.affiliate_link.advertiser.id).toBe(id);
  });

  it.each([
    ['a word', 'sneakers'],
    ['white space', ' \n '],
    ['another scheme', 'ftp://cast-shop.example/'],
    ['script', 'javascript:alert(1)'],
    ['a password', 'https://a:b@cast-shop.example/'],
    ['a shop as the user name', 'https://cast-shop.example@evil.example/'],
    ['more than 4096 characters once escaped', `https://cast-shop.example/${'é'.repeat(1000)}`],
  ])('%s is refused with the name of the field', async (_what, url) => {
    for (const { status, body } of [await create({ url }), await createV3({ url })]) {
      expect([status, body]).toEqual([
        422,
        { message: 'The given data was invalid.', errors: { url: [expect.stringMatching(/^T.*\.$/)] } },
      ]);
    }
  });
});

describe('A dry run', () => {
  it('returns the result and writes nothing', async () => {
    const url = 'https://cast-shop.example/dry';
    const { status, body } = await create({ url, dry: true });
    expect([status, body]).toEqual([
      200,
      {
        status: 'success',
        affiliate_link: {
          status: 'dry',
          url,
          original_url: url,
          user_id: cast.ids.creator,
          country: 'SE',
          provider: 'tributary',
          advertiser: { id: cast.storeId, name: expect.any(String) },
          title: 'dry',
        },
      },
    ]);
    expect(await rowsOf(url)).toEqual([]);
  });

  it('returns the existing link', async () => {
    const url = 'https://cast-shop.example/dry-again';
    const { body } = await create({ url });
    expect((await create({ url, dry: true })).body.affiliate_link).toEqual({
      ...body.affiliate_link,
      status: 'existing',
    });
  });

  it('refuses the same as the real run', async () => {
    expect((await create({ url: 'https://nobody.example/', dry: true })).body.error).toBe('no_matching_store');
  });
});
