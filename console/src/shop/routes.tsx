import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../shell/frame-route.tsx';

const overview = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});

const campaigns = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/campaigns',
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
  component: lazyRouteComponent(() => import('./statistics-page.tsx'), 'StatisticsPage'),
});

const orders = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/orders',
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
});

const tracking = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/tracking',
  component: lazyRouteComponent(() => import('./tracking-page.tsx'), 'TrackingPage'),
});

const urlRules = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/url-rules',
  component: lazyRouteComponent(() => import('./url-rules-page.tsx'), 'UrlRulesPage'),
});

const invoices = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/invoices',
  component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage'),
});

export const shopRoutes = [
  overview,
  campaigns,
  newCampaign,
  campaign,
  editCampaign,
  statistics,
  orders,
  tracking,
  urlRules,
  invoices,
] as const;
