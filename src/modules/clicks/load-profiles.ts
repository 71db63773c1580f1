import type { Statements } from '../../platform/database/statements-on.ts';
import { groupBy } from '../../platform/group-by.ts';
import { DEFAULT_USER_SHARE_PPM } from '../accounts/index.ts';
import { PAGE_RULES_VERSION_SQL, type PageRules } from '../links/index.ts';
import type { CpoMode } from '../stores/index.ts';
import { ClickClass } from './click-classes.ts';
import { linkTargetOf } from './link-target.ts';
import type { CampaignTerms, LinkProfile, Price, ShareOwner, TermsKind } from './profile.ts';
import { LINK_REFUSED_SQL } from './refusal.ts';

const linksSql = (links: string) => `
  SELECT l.id, l.code, l.url, extract(epoch FROM l.expires_at) * 1000 AS expires_ms, l.expired_url, s.passed_parameters, l.user_id, l.store_id, s.currency, u.agency_id, u.revenue_tier_id,
    ${LINK_REFUSED_SQL.inactive} AS inactive, s.hidden, ${LINK_REFUSED_SQL.store_pending} AS store_pending, ${PAGE_RULES_VERSION_SQL} AS page_rules_version,
    ${LINK_REFUSED_SQL.own_store} AS own_store, ARRAY (SELECT m.store_id FROM store_members m WHERE m.user_id = u.id) AS member_of,
    ARRAY (SELECT m.agency_id FROM agency_members m WHERE m.user_id = u.id) AS represents,
    ${LINK_REFUSED_SQL.blocked} AS blocked,
    coalesce(t.user_share, c.user_share) AS user_share,
    coalesce(t.agency_share, c.agency_share) AS agency_share,
    CASE WHEN t.user_share IS NOT NULL THEN 'tier' WHEN c.user_share IS NOT NULL THEN 'agency' ELSE 'default' END AS user_share_from,
    CASE WHEN t.agency_share IS NOT NULL THEN 'tier' WHEN c.agency_share IS NOT NULL THEN 'agency' ELSE 'default' END AS agency_share_from
  FROM ${links} l JOIN users u ON u.id = l.user_id JOIN stores s ON s.id = l.store_id
  LEFT JOIN agencies c ON c.id = u.agency_id LEFT JOIN revenue_tiers t ON t.id = u.revenue_tier_id`;
const LINKS_SQL = `${linksSql('links')} WHERE l.code = ANY ($1::text[])`;
/** Hypothetical links of a creator to stores: with ids from -1 downwards and no page. */
const WOULD_BE_SQL = `(SELECT -n AS id, '' AS code, 'https://link.invalid/' AS url, $2::bigint AS user_id, store_id, NULL::timestamptz AS suspended_at,
    NULL::timestamptz AS expires_at, NULL::text AS expired_url
  FROM unnest($1::bigint[]) WITH ORDINALITY AS w (store_id, n))`;

// terms: 1 attached, 2 for this creator, 3 running and its audience holds the creator. A click is priced at its own instant, and it may
// have waited in a journal since, so campaigns that have ended meanwhile are read too.
// always: the id of a campaign that is read regardless of its schedule, and whether it is paused or not.
const campaignsSql = (links: string, ids: string, since: string, always = '') => `
  SELECT link.id AS link_id, o.id AS campaign_id,
    CASE WHEN a.campaign_id IS NOT NULL THEN 1 WHEN o.only_user_id IS NOT NULL THEN 2 ELSE 3 END AS terms,
    extract(epoch FROM o.valid_from) * 1000 AS valid_from_ms, extract(epoch FROM o.valid_until) * 1000 AS valid_until_ms,
    o.per_user_limit, o.max_clicks, least(o.max_money_minor, o.budget_limit_minor) AS max_minor, o.shared_budget_id,
    p.id AS participant_id, p.click_limit, o.store_visibility
  FROM ${links} link JOIN users u ON u.id = link.user_id LEFT JOIN agencies c ON c.id = u.agency_id
  JOIN campaigns o ON o.store_id = link.store_id
  LEFT JOIN participants p ON p.campaign_id = o.id AND p.user_id = link.user_id
  LEFT JOIN campaign_links a ON a.campaign_id = o.id AND a.link_id = link.id
  WHERE ${ids} AND o.deleted_at IS NULL
    AND (o.active AND (o.valid_until IS NULL OR o.valid_until >= to_timestamp(${since} / 1000.0)) ${always && `OR o.id = ${always}`})
    AND (a.campaign_id IS NOT NULL OR o.only_user_id = link.user_id OR o.only_user_id IS NULL AND (
      o.type <> 'standard' AND earns_terms(p.status)
      OR o.type = 'standard' AND (
        NOT EXISTS (SELECT FROM campaign_targets x WHERE x.campaign_id = o.id)
        OR EXISTS (SELECT FROM matching_targets(o.id, u.id, u.agency_id, u.revenue_tier_id, coalesce(u.store_group_id, c.store_group_id),
          CASE WHEN NOT u.email_unproven THEN u.email END)))))
  ORDER BY link.id, terms, campaign_precedence(o)`;
const CAMPAIGNS_SQL = campaignsSql('links', 'link.id = ANY ($1::bigint[])', '$2');

const PRICES_SQL = `
  SELECT store_id, campaign_id, participant_id, source, cpc_minor, invoice_cpc_minor, cpa, invoice_cpa, user_share, agency_share,
    margin_cpa, cpo_minor, invoice_cpo_minor, cpo_mode, minimum_order_minor
  FROM prices WHERE campaign_id IS NULL AND store_id = ANY ($1::bigint[])
  UNION ALL
  SELECT store_id, campaign_id, participant_id, source, cpc_minor, invoice_cpc_minor, cpa, invoice_cpa, user_share, agency_share,
    margin_cpa, cpo_minor, invoice_cpo_minor, cpo_mode, minimum_order_minor
  FROM prices WHERE campaign_id = ANY ($2::bigint[]) AND (participant_id IS NULL OR participant_id = ANY ($3::bigint[]))`;

interface LinkRow {
  id: number;
  code: string;
  url: string;
  expires_ms: string | number | null;
  expired_url: string | null;
  passed_parameters: string[];
  user_id: number;
  store_id: number;
  currency: string;
  agency_id: number | null;
  revenue_tier_id: number | null;
  inactive: boolean;
  hidden: boolean;
  store_pending: boolean;
  page_rules_version: number;
  own_store: boolean;
  member_of: number[];
  represents: number[];
  blocked: boolean;
  user_share: string | null;
  agency_share: string | null;
  user_share_from: ShareOwner;
  agency_share_from: ShareOwner;
}

interface CampaignRow {
  link_id: number;
  campaign_id: number;
  terms: TermsKind;
  valid_from_ms: string | null;
  valid_until_ms: string | null;
  per_user_limit: boolean;
  max_clicks: number | null;
  max_minor: number | null;
  shared_budget_id: number | null;
  participant_id: number | null;
  click_limit: number | null;
  store_visibility: 0 | 1 | 2;
}

interface PriceRow {
  store_id: number;
  campaign_id: number | null;
  participant_id: number | null;
  source: 0 | 1;
  cpc_minor: number | null;
  invoice_cpc_minor: number | null;
  cpa: string | null;
  invoice_cpa: string | null;
  user_share: string | null;
  agency_share: string | null;
  margin_cpa: string | null;
  cpo_minor: number | null;
  invoice_cpo_minor: number | null;
  cpo_mode: CpoMode | null;
  minimum_order_minor: number | null;
}

/** Decides whether the stores pay for the pages of links; null: the pages are not considered. */
type Pages = PageRules | null;

/**
 * Reads the profiles of the links with these codes, with three queries for any number, and a fourth for stores whose URL rules are not known. Unknown
 * codes are omitted. Campaigns that ended before `sinceMs` (milliseconds since 1970) are omitted, so it must not be later than the oldest click to price.
 */
export async function loadProfiles(
  database: Statements,
  codes: readonly string[],
  { sinceMs, pages }: { sinceMs: number; pages: Pages },
): Promise<LinkProfile[]> {
  const links = (await database.query<LinkRow>({ name: 'profile_links', text: LINKS_SQL, values: [codes] })).rows;
  if (links.length === 0) return [];
  const linkIds = links.map((row) => row.id);
  const campaigns = (
    await database.query<CampaignRow>({ name: 'profile_campaigns', text: CAMPAIGNS_SQL, values: [linkIds, sinceMs] })
  ).rows;
  return profilesOf(database, links, campaigns, pages);
}

/**
 * Reads the profiles of hypothetical links of a creator to any page of these stores, with three queries. In the
 * order of the stores; stores that do not exist are omitted.
 */
export async function loadWouldBeProfiles(
  database: Statements,
  { userId, storeIds, atMs }: { userId: number; storeIds: readonly number[]; atMs: number },
): Promise<LinkProfile[]> {
  const values = [storeIds, userId];
  const links = (
    await database.query<LinkRow>({
      name: 'would_be_links',
      text: `${linksSql(WOULD_BE_SQL)} ORDER BY l.id DESC`,
      values,
    })
  ).rows;
  if (links.length === 0) return [];
  const text = campaignsSql(WOULD_BE_SQL, 'true', '$3');
  const campaigns = (await database.query<CampaignRow>({ name: 'would_be_campaigns', text, values: [...values, atMs] }))
    .rows;
  return profilesOf(database, links, campaigns, null);
}

/**
 * Reads the profiles of links by id, with three queries, for a replay of their past clicks. `campaignId` is read regardless of its schedule, and also if it is
 * paused. Links that do not exist are omitted. Their pages are not considered, because a replay prices only clicks that counted.
 */
export async function loadReplayProfiles(
  database: Statements,
  { linkIds, sinceMs, campaignId }: { linkIds: readonly number[]; sinceMs: number; campaignId: number },
): Promise<LinkProfile[]> {
  const links = (
    await database.query<LinkRow>({
      name: 'replay_links',
      text: `${linksSql('links')} WHERE l.id = ANY ($1::bigint[])`,
      values: [linkIds],
    })
  ).rows;
  if (links.length === 0) return [];
  const text = campaignsSql('links', 'link.id = ANY ($1::bigint[])', '$2', '$3');
  const values = [linkIds, sinceMs, campaignId];
  const campaigns = (await database.query<CampaignRow>({ name: 'replay_campaigns', text, values })).rows;
  return profilesOf(database, links, campaigns, null);
}

async function profilesOf(
  database: Statements,
  links: readonly LinkRow[],
  campaigns: readonly CampaignRow[],
  pages: Pages,
): Promise<LinkProfile[]> {
  const storeIds = [...new Set(links.map((row) => row.store_id))];
  const campaignIds = [...new Set(campaigns.map((row) => row.campaign_id))];
  const participantIds = campaigns.flatMap((row) => row.participant_id ?? []);
  const prices = (
    await database.query<PriceRow>({
      name: 'profile_prices',
      text: PRICES_SQL,
      values: [storeIds, campaignIds, participantIds],
    })
  ).rows;
  const ofOwner = groupBy(prices, ownerKey);
  const pricesOf = (key: string): Price[] => (ofOwner.get(key) ?? []).map(presentPrice);
  const campaignsOf = groupBy(campaigns, (row) => row.link_id);
  const arePaid = await pages?.arePaid(
    database,
    links.map((row) => ({ storeId: row.store_id, url: row.url, version: row.page_rules_version })),
  );
  // The spread comes last: V8 gives each object that begins with a spread a hidden class of its own, and the redirect reads thousands of
  // profiles.
  return links.map((row, at) => ({
    isPagePaid: arePaid?.[at] ?? true,
    storePrices: pricesOf(`store:${row.store_id}`),
    campaigns: (campaignsOf.get(row.id) ?? []).map(
      (campaign): CampaignTerms => ({
        campaignId: campaign.campaign_id,
        kind: campaign.terms,
        validFromMs: campaign.valid_from_ms === null ? Number.NEGATIVE_INFINITY : Number(campaign.valid_from_ms),
        validUntilMs:
          campaign.valid_until_ms === null ? Number.POSITIVE_INFINITY : Math.floor(Number(campaign.valid_until_ms)),
        prices: pricesOf(`campaign:${campaign.campaign_id}`),
        overrides: campaign.participant_id === null ? [] : pricesOf(`participant:${campaign.participant_id}`),
        perUserLimit: campaign.per_user_limit,
        maxClicks: campaign.max_clicks,
        maxMinor: campaign.max_minor,
        clickLimit: campaign.click_limit,
        sharedBudgetId: campaign.shared_budget_id,
        storeVisibility: campaign.store_visibility,
      }),
    ),
    ...profileOf(row),
  }));
}

function ownerKey(row: PriceRow): string {
  if (row.participant_id !== null) return `participant:${row.participant_id}`;
  return row.campaign_id !== null ? `campaign:${row.campaign_id}` : `store:${row.store_id}`;
}

function profileOf(row: LinkRow): Omit<LinkProfile, 'storePrices' | 'campaigns' | 'isPagePaid'> {
  // Its other stores and agencies decide whether the creator belongs to this store.
  const agencies = [...row.represents, ...(row.agency_id === null ? [] : [row.agency_id])];
  const scopes = [`2:${row.user_id}`, ...[row.store_id, ...row.member_of].map((id) => `1:${id}`)];
  scopes.push(...agencies.map((id) => `3:${id}`));
  if (row.revenue_tier_id !== null) scopes.push(`4:${row.revenue_tier_id}`);
  return {
    linkId: row.id,
    storeId: row.store_id,
    currency: row.currency,
    ...linkTargetOf({
      code: row.code,
      userId: row.user_id,
      agencyId: row.agency_id,
      url: row.url,
      expiredUrl: row.expired_url,
      passedParameters: row.passed_parameters,
      expiresMs: row.expires_ms === null ? null : Number(row.expires_ms),
    }),
    storeHidden: row.hidden,
    refusal: refusalOf(row),
    userSharePpm: millionths(row.user_share) ?? DEFAULT_USER_SHARE_PPM,
    agencySharePpm: millionths(row.agency_share) ?? 0,
    sharesFrom: { user: row.user_share_from, agency: row.agency_share_from },
    scopes,
    followed: 0,
  };
}

function refusalOf(row: LinkRow): LinkProfile['refusal'] {
  if (row.inactive) return ClickClass.inactive;
  if (row.store_pending) return ClickClass.store_pending;
  if (row.own_store) return ClickClass.own_store;
  return row.blocked ? ClickClass.blocked : null;
}

function presentPrice(row: PriceRow): Price {
  return {
    source: row.source,
    cpcMinor: row.cpc_minor,
    invoiceCpcMinor: row.invoice_cpc_minor,
    cpaPpm: millionths(row.cpa),
    invoiceCpaPpm: millionths(row.invoice_cpa),
    marginCpaPpm: millionths(row.margin_cpa),
    cpoMinor: row.cpo_minor,
    invoiceCpoMinor: row.invoice_cpo_minor,
    cpoMode: row.cpo_mode,
    minimumOrderMinor: row.minimum_order_minor,
    userSharePpm: millionths(row.user_share),
    agencySharePpm: millionths(row.agency_share),
  };
}

/** Converts PostgreSQL's text of a numeric(7,6) to millionths. Exact, because it has six decimals. */
function millionths(share: string | null): number | null {
  return share === null ? null : Math.round(Number(share) * 1_000_000);
}
