import { createRoute } from '@tanstack/react-router';
import { readInvoicesSearch } from '../components/invoices/search.ts';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';
import {
  readCampaignSearch,
  readCampaignsSearch,
  readCreatorSearch,
  readCreatorsSearch,
  readHomeSearch,
} from './search.ts';

const home = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client',
  validateSearch: readHomeSearch,
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'AgencyHomePage'),
});

const creators = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/creators',
  validateSearch: readCreatorsSearch,
  component: lazyRouteComponent(() => import('./creators-page.tsx'), 'CreatorsPage'),
});

const creator = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/creators/$user',
  validateSearch: readCreatorSearch,
  component: lazyRouteComponent(() => import('./creator-page.tsx'), 'CreatorPage'),
});

const campaigns = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/campaigns',
  validateSearch: readCampaignsSearch,
  component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
});

const campaign = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/campaigns/$offer',
  validateSearch: readCampaignSearch,
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'AgencyCampaignPage'),
});

const earnings = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/earnings',
  component: lazyRouteComponent(() => import('./earnings-page.tsx'), 'EarningsPage'),
});

const statistics = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/statistics',
  validateSearch: readCreatorSearch,
  component: lazyRouteComponent(() => import('./statistics-page.tsx'), 'AgencyStatisticsPage'),
});

const invoices = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/invoices',
  validateSearch: readInvoicesSearch,
  component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage'),
});

const payouts = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/payouts',
  validateSearch: readInvoicesSearch,
  component: lazyRouteComponent(() => import('./payouts-page.tsx'), 'PayoutsPage'),
});

const team = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/team',
  component: lazyRouteComponent(() => import('../team/team-page.tsx'), 'AgencyTeamPage'),
});

const domains = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/domains',
  component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'AgencyWebhooksPage'),
});

export const agencyRoutes = [
  home,
  creators,
  creator,
  campaigns,
  campaign,
  domains,
  webhooks,
  statistics,
  earnings,
  invoices,
  payouts,
  team,
] as const;
