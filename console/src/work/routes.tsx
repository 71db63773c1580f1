import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';

const work = createRoute({
  getParentRoute: () => frameRoute,
  path: 'work',
  component: lazyRouteComponent(() => import('./work-page.tsx'), 'WorkPage'),
});

/** The open tasks of the reader. */
export const workRoutes = [work] as const;
