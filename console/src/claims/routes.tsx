import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';
import { readClaimsSearch } from './search.ts';

const ofCreator = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/claims',
  validateSearch: readClaimsSearch,
  component: lazyRouteComponent(() => import('./claims-pages.tsx'), 'CreatorClaimsPage'),
});

const ofStore = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/claims',
  validateSearch: readClaimsSearch,
  component: lazyRouteComponent(() => import('./claims-pages.tsx'), 'StoreClaimsPage'),
});

const ofAll = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/claims',
  validateSearch: readClaimsSearch,
  component: lazyRouteComponent(() => import('./claims-pages.tsx'), 'AdminClaimsPage'),
});

const one = createRoute({
  getParentRoute: () => frameRoute,
  path: 'claims/$claim',
  component: lazyRouteComponent(() => import('./claim-page.tsx'), 'ClaimPage'),
});

/** Claims of orders, for creators, stores and administrators. */
export const claimRoutes = [ofCreator, ofStore, ofAll, one] as const;
