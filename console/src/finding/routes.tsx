import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';
import { readFindingSearch } from './search.ts';

const ofStore = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/creators',
  validateSearch: readFindingSearch,
  component: lazyRouteComponent(() => import('./finding-pages.tsx'), 'StoreFindingPage'),
});

const ofAgency = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/find-creators',
  validateSearch: readFindingSearch,
  component: lazyRouteComponent(() => import('./finding-pages.tsx'), 'AgencyFindingPage'),
});

const ofAll = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/creators',
  validateSearch: readFindingSearch,
  component: lazyRouteComponent(() => import('./finding-pages.tsx'), 'AdminFindingPage'),
});

/** The search for creators, for stores, agencies and administrators. */
export const findingRoutes = [ofStore, ofAgency, ofAll] as const;
