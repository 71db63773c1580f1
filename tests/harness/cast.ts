import { createTestApplication, type TestApplication } from './application.ts';

/** The roles of the test users. All know one store and one agency, and the `other`s know another. */
export const ROLES = [
  'creator',
  'otherCreator',
  'agency',
  'otherAgency',
  'advertiser',
  'otherAdvertiser',
  'admin',
] as const;
export type Role = (typeof ROLES)[number];

/** One user of each role with a token, across two stores and two agencies. */
export interface Cast {
  ids: Record<Role, number>;
  tokens: Record<Role, string>;
  /** The store of `advertiser`, and its domain. */
  storeId: number;
  domain: string;
  /** The store of `otherAdvertiser`. */
  otherStoreId: number;
  otherDomain: string;
  /** The agency of `creator`, represented by `agency`; and that of `otherCreator`. */
  agencyId: number;
  otherAgencyId: number;
}

/** The status that signed-in roles receive from a route for members of the store and administrators. */
export const STORE_MEMBERS_ONLY = [
  ['admin', 200],
  ['advertiser', 200],
  ['otherAdvertiser', 403],
  ['creator', 403],
  ['agency', 403],
] as const;

/** Creates an application with the test users. */
export async function createPopulatedApplication(options: Parameters<typeof createTestApplication>[0] = {}) {
  const application = await createTestApplication(options);
  return { application, cast: await createCast(application) };
}

/** Creates the test users in the application's database, with both stores open for links. */
export async function createCast({ market, tokenOf, live }: TestApplication): Promise<Cast> {
  const [domain, otherDomain] = ['cast-shop.example', 'cast-other-shop.example'];
  const [storeId, otherStoreId] = [
    await market.store({ domains: [domain] }),
    await market.store({ domains: [otherDomain] }),
  ];
  const [agencyId, otherAgencyId] = [await market.agency(), await market.agency()];
  const ids: Record<Role, number> = {
    creator: await market.user({ agencyId }),
    otherCreator: await market.user({ agencyId: otherAgencyId }),
    agency: await market.user(),
    otherAgency: await market.user(),
    advertiser: await market.user(),
    otherAdvertiser: await market.user(),
    admin: await market.user({ isAdmin: true }),
  };
  await market.representative(agencyId, ids.agency);
  await market.representative(otherAgencyId, ids.otherAgency);
  await market.member(storeId, ids.advertiser);
  await market.member(otherStoreId, ids.otherAdvertiser);
  for (const id of [storeId, otherStoreId]) await live.refresh(id);
  const tokens = {} as Record<Role, string>;
  for (const role of ROLES) tokens[role] = await tokenOf(ids[role]);
  return { ids, tokens, storeId, domain, otherStoreId, otherDomain, agencyId, otherAgencyId };
}

/** An allow or block rule of a store by URL prefix or keyword. */
export interface Rule {
  type: 'allow' | 'block';
  url?: string;
  keyword?: string;
}

/** Creates a store that the application's URL index contains when this returns. */
export async function openStore(
  { market, live, database }: TestApplication,
  values: Parameters<TestApplication['market']['store']>[0],
  rules: readonly Rule[] = [],
): Promise<number> {
  const id = await market.store(values);
  for (const { type, url = null, keyword = null } of rules) {
    await database.pool.query('INSERT INTO url_rules (store_id, type, url, keyword) VALUES ($1, $2, $3, $4)', [
      id,
      type,
      url,
      keyword,
    ]);
  }
  await live.refresh(id);
  return id;
}
