import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../shell/frame-route.tsx';

const home = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator',
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'CreatorHomePage'),
});

const links = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/links',
  component: lazyRouteComponent(() => import('./links-page.tsx'), 'LinksPage'),
});

const link = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/links/$link',
  component: lazyRouteComponent(() => import('./link-page.tsx'), 'LinkPage'),
});

const campaigns = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/campaigns',
  component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
});

const campaign = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/campaigns/$offer',
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
});

const earnings = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/earnings',
  component: lazyRouteComponent(() => import('./earnings-page.tsx'), 'EarningsPage'),
});

export const creatorRoutes = [home, links, link, campaigns, campaign, earnings] as const;
