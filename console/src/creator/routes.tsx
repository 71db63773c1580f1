import { createRoute } from '@tanstack/react-router';
import { readSort } from '../admin/components/list-search.ts';
import { type ChartSearch, readChartSearch } from '../components/creator-chart-search.ts';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { type DaysSearch, readDaysSearch } from '../explained/search.ts';
import { frameRoute } from '../shell/frame-route.tsx';
import { readCampaignsSearch } from './campaigns/search.ts';
import { readSub, type Sub } from './earnings/sub-search.ts';
import { type LinkSearch, readLinkSearch } from './links/search.ts';
import { readProductSearch } from './products/search.ts';

type Search = Record<string, unknown>;

const MAX_ADDRESS = 4_096;

/** Parameters in the URL; defaults are left out. */
interface ListSearch {
  from?: string;
  to?: string;
  page?: number;
}

type ClickFilters = Pick<DaysSearch, 'class' | 'device' | 'after'>;

const words = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function listSearch({ from, to, page }: Search): ListSearch {
  return {
    ...(words(from) !== '' && words(to) !== '' ? { from: words(from), to: words(to) } : {}),
    ...(Number(page) > 1 ? { page: Math.floor(Number(page)) } : {}),
  };
}

/** The search parameters of a link: days, filters of its clicks, and whether its settings are open. */
function readLinkPageSearch(search: Search): ListSearch & ClickFilters & ChartSearch & { settings?: true } {
  const { class: clickClass, device, after } = readDaysSearch(search);
  return {
    ...listSearch(search),
    ...(clickClass === undefined ? {} : { class: clickClass }),
    ...(device === undefined ? {} : { device }),
    ...(after === undefined ? {} : { after }),
    ...(search.settings === true ? { settings: true } : {}),
    ...readChartSearch(search),
  };
}

/** The address of a page that a bookmark or the sharing of a device passes. It is only filled in, and nothing is created without the person. */
function readAddress({ url, text }: Search): string | undefined {
  const [address] = /https?:\/\/\S+/i.exec(`${words(url)} ${words(text)}`) ?? [];
  return address === undefined || address.length > MAX_ADDRESS ? undefined : address;
}

/** Names every parameter, because the router keeps those that are not named as they are in the URL. */
const readHomeSearch = (search: Search): { tab?: 'many' | undefined; url?: string | undefined } => ({
  tab: search.tab === 'many' ? 'many' : undefined,
  url: readAddress(search),
});

const home = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator',
  validateSearch: readHomeSearch,
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'CreatorHomePage'),
});

const links = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/links',
  validateSearch: (search: Search): ListSearch & LinkSearch & ChartSearch => ({
    ...listSearch(search),
    ...readLinkSearch(search),
    ...readChartSearch(search),
  }),
  component: lazyRouteComponent(() => import('./links-page.tsx'), 'LinksPage'),
});

const importLinks = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/links/import',
  component: lazyRouteComponent(() => import('./import/import-page.tsx'), 'ImportPage'),
});

const link = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/links/$link',
  validateSearch: readLinkPageSearch,
  component: lazyRouteComponent(() => import('./link-page.tsx'), 'LinkPage'),
});

const products = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/products',
  validateSearch: readProductSearch,
  component: lazyRouteComponent(() => import('./products/products-page.tsx'), 'ProductsPage'),
});

const campaigns = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/campaigns',
  validateSearch: readCampaignsSearch,
  component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
});

const campaign = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/campaigns/$offer',
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
});

const usageRights = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/usage-rights',
  component: lazyRouteComponent(() => import('./usage-rights-page.tsx'), 'UsageRightsPage'),
});

/** The token is in the path, since a search parameter of digits would be parsed as a number. */
const invitation = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/invitations/$token',
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
});

interface EarningsSearch {
  status?: 'pending' | 'approved' | 'denied';
  sub?: Sub;
  /** Platform ID of the order in the drawer. */
  order?: number;
}

const sortOfOrders = (search: Search) => readSort(search, ['order_at', 'value', 'earnings']);

const earnings = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/earnings',
  validateSearch: (search: Search): ListSearch & ReturnType<typeof sortOfOrders> & EarningsSearch & ChartSearch => ({
    ...listSearch(search),
    ...readChartSearch(search),
    ...sortOfOrders(search),
    ...(Number(search.order) >= 1 ? { order: Math.floor(Number(search.order)) } : {}),
    ...(readSub(search.sub) === undefined ? {} : { sub: readSub(search.sub)! }),
    ...(['pending', 'approved', 'denied'].includes(words(search.status))
      ? { status: search.status as NonNullable<EarningsSearch['status']> }
      : {}),
  }),
  component: lazyRouteComponent(() => import('./earnings-page.tsx'), 'EarningsPage'),
});

const payouts = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/payouts',
  component: lazyRouteComponent(() => import('./payouts-page.tsx'), 'PayoutsPage'),
});

const domains = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/domains',
  component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'CreatorWebhooksPage'),
});

export const creatorRoutes = [
  home,
  products,
  links,
  importLinks,
  link,
  domains,
  webhooks,
  campaigns,
  campaign,
  invitation,
  usageRights,
  earnings,
  payouts,
] as const;
