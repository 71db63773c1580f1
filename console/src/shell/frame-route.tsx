import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { NotFoundPage } from './not-found-page.tsx';

/** Above every page. */
export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** Layout route of all pages that need a session. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console',
  component: lazyRouteComponent(() => import('./console-frame.tsx'), 'ConsoleFrame'),
});
