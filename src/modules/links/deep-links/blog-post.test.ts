import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, openStore } from '../../../../tests/harness/cast.ts';
import { DRAFTS, SHOP } from './posts.fixture.ts';

const { application, cast } = await createPopulatedApplication();
await openStore(application, { domains: [SHOP] });

const MIB = 1024 * 1024;

/** Translates a post for the creator as itself by default. */
function translate(
  blogPost: unknown,
  rest: Record<string, unknown> = {},
  { as = cast.tokens.creator, id = cast.ids.creator } = {},
) {
  return application.call({ method: 'POST', url: `/deepLinkBlogPost/${id}`, as, body: { blogPost, ...rest } });
}

async function countLinks(): Promise<number> {
  const { rows } = await application.database.pool.query('SELECT count(*)::int AS count FROM links');
  return rows[0].count;
}

/** Returns the tracked URL of a page from the regular endpoint. */
async function trackedUrlOf(url: string): Promise<string> {
  const { body } = await application.call({
    method: 'POST',
    url: `/v2/users/${cast.ids.creator}/affiliate-links`,
    as: cast.tokens.creator,
    body: { url },
  });
  return body.affiliate_link.url;
}

const page = (path: string) => `https://${SHOP}/${path}`;

describe('The paid links of a post', () => {
  it('become tracked links, and nothing else changes', async () => {
    const post = `<p>Ö &amp; <a class=x href="${page('one?a=1&amp;b=2')}">one</a> <a href='https://nobody.example/'>no</a>\r\n<A HREF=${page('two')}>`;
    const { status, body } = await translate(post);
    expect(status).toBe(200);
    const [one, two] = [await trackedUrlOf(page('one?a=1&b=2')), await trackedUrlOf(page('two'))];
    expect(body).toEqual({
      newHtml: `<p>Ö &amp; <a class=x href="${one}">one</a> <a href='https://nobody.example/'>no</a>\r\n<A HREF=${two}>`,
      isUpdated: true,
      linkTranslation: [
        expect.objectContaining({ before: page('one?a=1&b=2'), after: one, status: 'created' }),
        expect.objectContaining({ before: page('two'), after: two, status: 'created' }),
      ],
    });
  });

  it('redirect to their pages', async () => {
    const { body } = await translate(`<a href="${page('leads?q=1')}">`);
    const { rows } = await application.database.pool.query('SELECT user_id, url FROM links WHERE id = $1', [
      body.linkTranslation[0].tag_id,
    ]);
    expect(rows).toEqual([{ user_id: cast.ids.creator, url: page('leads?q=1') }]);
  });

  it('are recognised when the post or its translation is sent again', async () => {
    const post = `<a href="${page('again/1')}"><a href="${page('again/2')}">`;
    const first = (await translate(post)).body;
    const links = await countLinks();
    const second = (await translate(post)).body;
    expect(second.newHtml).toBe(first.newHtml);
    expect(second.linkTranslation.map(({ status }: { status: string }) => status)).toEqual(['existing', 'existing']);
    const third = (await translate(first.newHtml)).body;
    expect(third).toEqual({ newHtml: first.newHtml, isUpdated: false, linkTranslation: [] });
    expect(await countLinks()).toBe(links);
  });

  it('are one entry per page, in any number and form of occurrences', async () => {
    const ways = ['same?a=1&amp;b', 'same?a=1&#38;b', 'x/../same?a=1&amp;b'].map(page);
    const post = [page('first'), ...ways, `//${SHOP}/same?a=1&amp;b`].map((url) => `<a href="${url}">`).join('');
    const { linkTranslation, newHtml } = (await translate(post)).body;
    expect(linkTranslation.map(({ before }: { before: string }) => before)).toEqual([
      page('first'),
      page('same?a=1&b'),
    ]);
    const tracked = linkTranslation[1].after;
    expect(newHtml.split(`<a href="${tracked}">`)).toHaveLength(5);
  });

  it('are the same for two concurrent requests', async () => {
    const forward = Array.from({ length: 300 }, (_, n) => `<a href="${page(`race/${n}`)}">`);
    const posts = [forward, forward.toReversed(), forward, forward.toReversed()].map((links) => links.join(''));
    const replies = await Promise.all(posts.map((post) => translate(post)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = await application.database.pool.query(
      `SELECT count(*)::int AS count FROM links WHERE url LIKE $1`,
      [page('race/%')],
    );
    expect(rows[0].count).toBe(300);
    const made = replies.flatMap(({ body }) => body.linkTranslation.map(({ status }: { status: string }) => status));
    expect(made.filter((status) => status === 'created')).toHaveLength(300);
    expect(replies[2]!.body.newHtml).toBe(replies[0]!.body.newHtml);
  });
});

describe('Left unchanged are', () => {
  it.each([
    ['a page that no store pays for', 'https://nobody.example/p'],
    ['a relative address', '/p'],
    ['a mail address', `mailto:me@${SHOP}`],
    ['our own page', 'http://tributary.test/docs'],
    ['a text without a scheme', `${SHOP}/p`],
    ['a URL with a password', `https://a:b@${SHOP}/p`],
    ['nothing', ''],
  ])('%s', async (_what, url) => {
    const post = `<p><a href="${url}">x</a>`;
    expect((await translate(post)).body).toEqual({ newHtml: post, isUpdated: false, linkTranslation: [] });
  });

  it('a page of two stores, of a hidden store, of a store that has blocked the creator, and a page that a rule blocks', async () => {
    await openStore(application, { domains: ['twice.example'] });
    await openStore(application, { domains: ['twice.example'] });
    await openStore(application, { domains: ['unseen.example'], hidden: true });
    const refusing = await openStore(application, { domains: ['refusing.example'] });
    await openStore(application, { domains: ['rule.example'] }, [{ type: 'block', url: 'rule.example/gift' }]);
    await application.database.pool.query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [
      refusing,
      cast.ids.creator,
    ]);
    const hosts = ['twice.example', 'unseen.example', 'refusing.example', 'rule.example/gift'];
    const post = hosts.map((host) => `<a href="https://${host}/p">`).join('');
    expect((await translate(post)).body).toEqual({ newHtml: post, isUpdated: false, linkTranslation: [] });
  });

  it('an empty post, and one without a link', async () => {
    for (const post of ['', 'text', '<p>'])
      expect((await translate(post)).body).toEqual({ newHtml: post, isUpdated: false, linkTranslation: [] });
  });
});

describe('A dry run', () => {
  it('writes nothing, inserts existing links, and reports the links that would be created', async () => {
    const known = await trackedUrlOf(page('dry/known'));
    const before = await countLinks();
    const post = `<a href="${page('dry/known')}"><a href="${page('dry/new')}">`;
    const { status, body } = await translate(post, { dry: true });
    expect([status, body]).toMatchObject([
      200,
      {
        newHtml: `<a href="${known}"><a href="${page('dry/new')}">`,
        isUpdated: true,
        linkTranslation: [
          { before: page('dry/known'), after: known, status: 'existing', tag_id: expect.any(Number) },
          { before: page('dry/new'), after: page('dry/new'), status: 'dry', tag_id: 0, type: 'link' },
        ],
      },
    ]);
    expect(await countLinks()).toBe(before);
    const onlyNew = `<a href="${page('dry/new')}">`;
    expect((await translate(onlyNew, { dry: true })).body).toMatchObject({ newHtml: onlyNew, isUpdated: false });
    expect((await translate(onlyNew, { dry: false })).body.linkTranslation[0].status).toBe('created');
  });
});

describe('Real posts', () => {
  it.each(Object.entries(DRAFTS))('%s', async (_kind, { post, earns }) => {
    const { status, body } = await translate(post);
    expect(status).toBe(200);
    let expected = post;
    for (const { raw, url } of earns) expected = expected.split(raw).join(await trackedUrlOf(url));
    expect(body.newHtml).toBe(expected);
    expect(body.linkTranslation.map(({ after }: { after: string }) => after)).toEqual(
      await Promise.all(earns.map(({ url }) => trackedUrlOf(url))),
    );
    expect(body.isUpdated).toBe(earns.length > 0);
  });

  it('are returned unchanged except for the links', async () => {
    const tracked = await Promise.all([0, 1, 2].map((n) => trackedUrlOf(page(`generated/${n}?a=1&b=${n}`))));
    const link = fc
      .tuple(fc.nat({ max: 2 }), fc.constantFrom('"', "'", ''), fc.constantFrom('&', '&amp;', '&#38;', '&#x26;'))
      .map(([n, quote, and]) => {
        const around = (url: string) =>
          `<a title='<a href="${page('no')}">' HREF = ${quote}${url}${quote} rel=nofollow>é</A>`;
        return { sent: around(page(`generated/${n}?a=1${and}b=${n}`)), comes: around(tracked[n]!) };
      });
    const still = fc
      .oneof(
        fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('<', '< ')),
        fc.constantFrom('\r\n', '\r', '\n\n', '<p', '>', '</p></p>', '&nbsp;&bogus;&#0;', '<br/>', '😀👩‍👩‍👧'),
        fc.constantFrom(
          `<a href="https://nobody.example/?a&b">`,
          '<a href=/rel>',
          '<a name=x>',
          '<img src=x alt="a > b">',
        ),
        fc.constantFrom(
          `<!-- <a href="${page('no')}"> -->`,
          `<script>document.write('<a href="${page('no')}">')</script>`,
          `<template><a href="${page('no')}"></template>`,
          `<svg><![CDATA[ <a href="${page('no')}"> ]]></svg>`,
          '<![if !mso]>',
          '<o:p></o:p>',
        ),
      )
      // Open quotes and tags are closed first, because they would swallow the next piece. Another test covers links in
      // broken tags.
      .map((text) => ({ sent: `${text}"'>`, comes: `${text}"'>` }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(link, still), { maxLength: 12 }), async (parts) => {
        const sent = parts.map((part) => part.sent).join('');
        const comes = parts.map((part) => part.comes).join('');
        expect((await translate(sent)).body.newHtml).toBe(comes);
      }),
      { numRuns: 150 },
    );
  });
});

describe('A post has limits', () => {
  it('of 1 MiB, regardless of its length in JSON', async () => {
    const link = `<a href="${page('limit')}">`;
    const tracked = `<a href="${await trackedUrlOf(page('limit'))}">`;
    for (const filling of ['a', 'ö', '😀', '\u0001', '"']) {
      const remaining = Math.floor((MIB - link.length) / Buffer.byteLength(filling));
      const text = filling.repeat(remaining);
      const { status, body } = await translate(link + text);
      expect([filling, status]).toEqual([filling, 200]);
      expect(body.newHtml === tracked + text).toBe(true);
      const more = await translate(link + text + filling.repeat(40));
      expect([filling, more.status, Object.keys(more.body.errors)]).toEqual([filling, 422, ['blogPost']]);
      expect(more.body.errors.blogPost[0]).toMatch(/at most (1 MiB|1048576)/);
    }
  });

  it('of 2,000 links to web addresses', async () => {
    const links = Array.from({ length: 2000 }, (_, n) => `<a href="https://nobody.example/${n}"><a href="#${n}">`).join(
      '',
    );
    expect((await translate(links)).status).toBe(200);
    const { status, body } = await translate(`${links}<a href="//nobody.example">`);
    expect([status, body.errors]).toEqual([
      422,
      { blogPost: ['must hold at most 2,000 links to web addresses, and holds 2001'] },
    ]);
  });

  it.each([
    ['no post', undefined, {}, { blogPost: /is required/ }],
    ['a number', 5, {}, { blogPost: /must be a text/ }],
    ['null', null, {}, { blogPost: /must be a text/ }],
    ['NUL', 'a\0b', {}, { blogPost: /NUL/ }],
    ['1 for dry', '', { dry: 1 }, { dry: /true or false/ }],
    ['an unknown field', '', { html: '' }, { html: /not a known field/ }],
  ])('%s is refused', async (_what, post, rest, fields) => {
    const { status, body } = await translate(post, rest);
    expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(fields)]);
    for (const [name, says] of Object.entries(fields)) expect(body.errors[name].join()).toMatch(says);
  });

  it('and cannot be translated for a suspended creator', async () => {
    const id = await application.market.user({ suspended: true });
    const post = `<a href="${page('suspended')}">`;
    const before = await countLinks();
    for (const dry of [false, true]) {
      const { status, body } = await translate(post, { dry }, { as: cast.tokens.admin, id });
      expect([status, body.error]).toEqual([400, 'user_suspended']);
    }
    expect(await countLinks()).toBe(before);
  });
});

describe('Who translates', () => {
  it('can be translated by an agency or an administrator for the creator', async () => {
    const post = `<a href="${page('by-others')}">`;
    const own = (await translate(post)).body.newHtml;
    for (const as of [cast.tokens.agency, cast.tokens.admin])
      expect((await translate(post, {}, { as })).body.newHtml).toBe(own);
    const other = await translate(post, {}, { as: cast.tokens.otherCreator, id: cast.ids.otherCreator });
    expect(other.body.linkTranslation[0].status).toBe('created');
    expect(other.body.newHtml).not.toBe(own);
  });
});
