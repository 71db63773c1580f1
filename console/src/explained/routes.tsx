import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';
import { readDaysSearch, readLinesSearch } from './search.ts';

const explanation = createRoute({
  getParentRoute: () => frameRoute,
  path: 'explained/$kind/$id',
  validateSearch: readLinesSearch,
  component: lazyRouteComponent(() => import('./explanation-page.tsx'), 'ExplanationPage'),
});

const lines = createRoute({
  getParentRoute: () => frameRoute,
  path: 'invoice-lines/$invoice',
  validateSearch: readLinesSearch,
  component: lazyRouteComponent(() => import('./lines-page.tsx'), 'LinesPage'),
});

const storeDays = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/days',
  validateSearch: readDaysSearch,
  component: lazyRouteComponent(() => import('./days-page.tsx'), 'StoreDaysPage'),
});

const creatorDays = createRoute({
  getParentRoute: () => frameRoute,
  path: 'users/$user/days',
  validateSearch: readDaysSearch,
  component: lazyRouteComponent(() => import('./days-page.tsx'), 'CreatorDaysPage'),
});

/** The targets of amounts, for every role. */
export const explainedRoutes = [explanation, lines, storeDays, creatorDays] as const;
