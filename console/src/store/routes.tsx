import { createRoute } from '@tanstack/react-router';
import { readAuditSearch } from '../audit-log/search.ts';
import { readInvoicesSearch } from '../components/invoices/search.ts';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';
import { readCampaignSearch, readCampaignsSearch } from './campaigns/search.ts';
import { readEventsSearch } from './events/search.ts';
import { readOrdersSearch } from './orders/search.ts';
import { readOverviewSearch } from './overview/search.ts';
import { readPageSearch, readRulesSearch, readTrackingSearch, readVouchersSearch } from './setup-search.ts';
import { readStatisticsSearch } from './statistics/search.ts';

const overview = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store',
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});

const campaigns = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/campaigns',
  validateSearch: readCampaignsSearch,
  component: lazyRouteComponent(() => import('./campaigns/campaigns-page.tsx'), 'CampaignsPage'),
});

const newCampaign = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/campaigns/new',
  component: lazyRouteComponent(() => import('./campaigns/new-campaign-page.tsx'), 'NewCampaignPage'),
});

const campaign = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/campaigns/$offer',
  validateSearch: readCampaignSearch,
  component: lazyRouteComponent(() => import('./campaigns/campaign-page.tsx'), 'CampaignPage'),
});

const editCampaign = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/campaigns/$offer/edit',
  component: lazyRouteComponent(() => import('./campaigns/edit-campaign-page.tsx'), 'EditCampaignPage'),
});

const statistics = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/statistics',
  validateSearch: readStatisticsSearch,
  component: lazyRouteComponent(() => import('./statistics/statistics-page.tsx'), 'StatisticsPage'),
});

const orders = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/orders',
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
});

const events = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/events',
  validateSearch: readEventsSearch,
  component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
});

const tracking = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/tracking',
  validateSearch: readTrackingSearch,
  component: lazyRouteComponent(() => import('./tracking/tracking-page.tsx'), 'TrackingPage'),
});

const vouchers = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/vouchers',
  validateSearch: readVouchersSearch,
  component: lazyRouteComponent(() => import('./tracking/vouchers-page.tsx'), 'VouchersPage'),
});

const urlRules = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/url-rules',
  validateSearch: readRulesSearch,
  component: lazyRouteComponent(() => import('./url-rules/url-rules-page.tsx'), 'UrlRulesPage'),
});

const productFeed = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/product-feed',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./feed/feed-page.tsx'), 'FeedPage'),
});

const invoices = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/invoices',
  validateSearch: readInvoicesSearch,
  component: lazyRouteComponent(() => import('./invoices/invoices-page.tsx'), 'InvoicesPage'),
});

const settings = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});

const team = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/team',
  component: lazyRouteComponent(() => import('../team/team-page.tsx'), 'StoreTeamPage'),
});

const auditLog = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/audit-log',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../audit-log/pages.tsx'), 'StoreAuditLogPage'),
});

const webhooks = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'StoreWebhooksPage'),
});

export const storeRoutes = [
  overview,
  campaigns,
  newCampaign,
  campaign,
  editCampaign,
  statistics,
  orders,
  events,
  tracking,
  vouchers,
  webhooks,
  urlRules,
  productFeed,
  invoices,
  settings,
  team,
  auditLog,
] as const;
