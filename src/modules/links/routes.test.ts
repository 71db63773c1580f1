import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const PAGE = 'https://cast-shop.example/p';
const NUL = 'https://cast-shop.example/\0';
const LONE = 'https://cast-shop.example/\ud83c';
const LONGER = `https://cast-shop.example/${'a'.repeat(8192)}`;

/** Sends raw text, because `JSON.stringify` would correct some of these errors. */
async function post(url: string, payload: string) {
  const reply = await application.app.inject({
    method: 'POST',
    url,
    headers: { authorization: cast.tokens.creator, 'content-type': 'application/json' },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
}

type Bad = [what: string, body: unknown, fields: Record<string, RegExp>];

const BAD_URLS: Bad[] = [
  ['no url', {}, { url: /is required/ }],
  ['a number for the url', { url: 5 }, { url: /must be a text/ }],
  ['null for the url', { url: null }, { url: /must be a text/ }],
  ['a list for the url', { url: [PAGE] }, { url: /must be a text/ }],
  ['NUL in the url', { url: NUL }, { url: /NUL/ }],
  ['half a surrogate pair in the url', { url: LONE }, { url: /Unicode/ }],
  ['an unknown field', { url: PAGE, urls: [] }, { urls: /not a known field/ }],
  ['a list for the body', [], { body: /must be an object/ }],
  ['a text for the body', 'x', { body: /must be an object/ }],
  ['null for the body', null, { url: /is required/ }],
];
const BAD_CREATION: Bad[] = [
  ['an empty url', { url: '' }, { url: /must not be empty/ }],
  ['a url that is too long', { url: LONGER }, { url: /at most 4096/ }],
  ['a text for advertiser_id', { url: PAGE, advertiser_id: '1' }, { advertiser_id: /whole number/ }],
  ['half an advertiser', { url: PAGE, advertiser_id: 1.5 }, { advertiser_id: /whole number/ }],
  ['advertiser 0', { url: PAGE, advertiser_id: 0 }, { advertiser_id: /at least 1/ }],
  ['advertiser -1', { url: PAGE, advertiser_id: -1 }, { advertiser_id: /at least 1/ }],
  ['an advertiser past 2^53', { url: PAGE, advertiser_id: 2 ** 63 }, { advertiser_id: /at most/ }],
  ['null for advertiser_id', { url: PAGE, advertiser_id: null }, { advertiser_id: /whole number/ }],
];
const BAD_V2: Bad[] = [
  ['a text for the group', { url: PAGE, advertiser_group_id: '1' }, { advertiser_group_id: /whole number/ }],
  ['group 0', { url: PAGE, advertiser_group_id: 0 }, { advertiser_group_id: /at least 1/ }],
  ['1 for dry', { url: PAGE, dry: 1 }, { dry: /true or false/ }],
  ['a text for the preview', { url: PAGE, advertiser_preview: 'true' }, { advertiser_preview: /true or false/ }],
  [
    'several faults at once',
    { dry: 'x', advertiser_id: 0, more: 1 },
    { url: /required/, dry: /true or false/, advertiser_id: /at least 1/, more: /not a known field/ },
  ],
];
const BAD_INSPECTION: Bad[] = [
  ['a url past any', { url: LONGER }, { url: /at most 8192/ }],
  ['a field of creation', { url: PAGE, dry: true }, { dry: /not a known field/ }],
  [
    'a text for the visibility',
    { url: PAGE, ignore_advertiser_visibility: 'false' },
    { ignore_advertiser_visibility: /true or false/ },
  ],
];
const BAD_V3: Bad[] = [
  [
    'a field of version 2',
    { url: PAGE, advertiser_group_id: 1, dry: true },
    { advertiser_group_id: /not a known/, dry: /not a known/ },
  ],
];

describe.each([
  ['POST /v2/affiliate-links', () => '/v2/affiliate-links', [...BAD_URLS, ...BAD_CREATION, ...BAD_V2]],
  [
    'POST /v2/users/{user}/affiliate-links',
    () => `/v2/users/${cast.ids.creator}/affiliate-links`,
    [...BAD_URLS, ...BAD_CREATION, ...BAD_V2],
  ],
  [
    'POST /v3/users/{user}/affiliate-links',
    () => `/v3/users/${cast.ids.creator}/affiliate-links`,
    [...BAD_URLS, ...BAD_CREATION, ...BAD_V3],
  ],
  [
    'POST /v2/users/{user}/inspections/affiliate-link',
    () => `/v2/users/${cast.ids.creator}/inspections/affiliate-link`,
    [...BAD_URLS, ...BAD_INSPECTION],
  ],
])('%s names each invalid field', (_name, url, bad) => {
  it.each(bad)('%s', async (_what, given, fields) => {
    const { status, body } = await post(url(), JSON.stringify(given));
    expect([status, body.message]).toEqual([422, 'The given data was invalid.']);
    expect(Object.keys(body.errors).sort()).toEqual(Object.keys(fields).sort());
    for (const [field, says] of Object.entries(fields))
      expect(body.errors[field]).toEqual([expect.stringMatching(says)]);
  });

  it('no body at all', async () => {
    const { status, body } = await application.call({ method: 'POST', url: url(), as: cast.tokens.creator });
    expect([status, body.errors]).toEqual([422, { url: ['is required'] }]);
  });

  it('malformed JSON', async () => {
    const { status, body } = await post(url(), '{"url": ');
    expect([status, body]).toEqual([400, { status: 400, error: 'malformed_json', message: expect.any(String) }]);
  });

  it('and changes nothing', async () => {
    expect((await application.database.pool.query('SELECT FROM links')).rowCount).toBe(0);
  });
});

describe('GET /v2/affiliate-links names each invalid field', () => {
  const list = (query: string) => application.call({ url: `/v2/affiliate-links?${query}`, as: cast.tokens.creator });

  it.each<[query: string, fields: Record<string, RegExp>]>([
    ['page=', { page: /whole number/ }],
    ['page=0', { page: /at least 1/ }],
    ['page=-1', { page: /at least 1/ }],
    ['page=1.5', { page: /whole number/ }],
    ['page=x', { page: /whole number/ }],
    ['page=9223372036854775808', { page: /whole number/ }],
    ['page=2147483649', { page: /at most 2147483648/ }],
    ['page[]=1&page[]=2', { page: /whole number/ }],
    ['size=0', { size: /at least 1/ }],
    ['size=101', { size: /at most 100/ }],
    ['size=', { size: /whole number/ }],
    ['size=%00', { size: /NUL/ }],
    ['user_id=0', { user_id: /at least 1/ }],
    ['user_id=-1', { user_id: /at least 1/ }],
    ['user_id=9223372036854775808', { user_id: /whole number/ }],
    ['user_id=9007199254740992', { user_id: /at most/ }],
    ['user_id=me', { user_id: /whole number/ }],
    ['user_id=4503599627370496', { user_id: /exists/ }],
    ['advertiser_id=0', { advertiser_id: /at least 1/ }],
    ['advertiser_id=4503599627370496', { advertiser_id: /exists/ }],
    ['user_id=4503599627370496&advertiser_id=4503599627370496', { user_id: /exists/, advertiser_id: /exists/ }],
    ['date_from=2025-02-29', { date_from: /YYYY-MM-DD/ }],
    ['date_from=0000-01-01', { date_from: /YYYY-MM-DD/ }],
    ['date_to=01/02/2025', { date_to: /YYYY-MM-DD/ }],
    ['date_to=2025-01-01T00:00:00Z', { date_to: /YYYY-MM-DD/ }],
    ['date_from=', { date_from: /YYYY-MM-DD/ }],
    [
      'date_from=2025-01-02&date_to=2025-01-01',
      { date_from: /not be after date_to/, date_to: /not be before date_from/ },
    ],
    ['sort_by=', { sort_by: /column:direction/ }],
    ['sort_by=created_at', { sort_by: /column:direction/ }],
    ['sort_by=created_at:', { sort_by: /column:direction/ }],
    ['sort_by=:asc', { sort_by: /column:direction/ }],
    ['sort_by=created_at:up', { sort_by: /column:direction/ }],
    ['sort_by=CREATED_AT:ASC', { sort_by: /column:direction/ }],
    ['sort_by=id:asc', { sort_by: /number_of_clicks, cost_creator_approved, created_at/ }],
    ['sort_by=created_at:asc;DROP', { sort_by: /column:direction/ }],
    ['sort_by=number_of_clicks:desc', { sort_by: /include\[\]=stats/ }],
    ['sort_by=cost_creator_approved:asc&include[]=advertiser', { sort_by: /include\[\]=stats/ }],
    ['include[]=orders', { 'include.0': /one of stats, advertiser/ }],
    ['include[]=stats&include[]=', { 'include.1': /one of stats, advertiser/ }],
    ['include[]=stats&include[]=advertiser&include[]=stats', { include: /at most 2/ }],
    ['size=0&page=0&sort_by=x', { size: /at least 1/, page: /at least 1/, sort_by: /column:direction/ }],
  ])('%s', async (query, fields) => {
    const { status, body } = await list(query);
    expect([status, body.message]).toEqual([422, 'The given data was invalid.']);
    expect(Object.keys(body.errors).sort()).toEqual(Object.keys(fields).sort());
    for (const [field, says] of Object.entries(fields))
      expect(body.errors[field]).toEqual([expect.stringMatching(says)]);
  });

  it.each([
    'date_from=0001-01-01&date_to=9999-12-31',
    'date_from=2025-01-01&date_to=2025-01-01',
    'page=2147483648&size=100',
    'include=stats',
    'include[0]=stats&include[1]=advertiser&sort_by=number_of_clicks:asc',
    'something_else=1',
  ])('and takes %s', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.data]).toEqual([200, []]);
  });

  it('also accepts its fields in a body; the query takes precedence', async () => {
    const asked = (url: string, body: object) => application.call({ url, as: cast.tokens.creator, body });
    expect((await asked('/v2/affiliate-links', { size: 7 })).body.meta.per_page).toBe(7);
    expect((await asked('/v2/affiliate-links?size=8', { size: 7 })).body.meta.per_page).toBe(8);
  });
});
