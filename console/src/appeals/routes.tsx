import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';
import { readAppealsSearch } from './search.ts';

const ofStore = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/appeals',
  validateSearch: readAppealsSearch,
  component: lazyRouteComponent(() => import('./appeals-pages.tsx'), 'StoreAppealsPage'),
});

const ofAll = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/appeals',
  validateSearch: readAppealsSearch,
  component: lazyRouteComponent(() => import('./appeals-pages.tsx'), 'AdminAppealsPage'),
});

/** Appeals, for stores and administrators. */
export const appealRoutes = [ofStore, ofAll] as const;
