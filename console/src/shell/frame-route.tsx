import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { NotFoundPage } from './not-found-page.tsx';

/** Above every page. */
export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** Above every page for people who have signed in: the navigation, and the door for those who have not. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console',
  component: lazyRouteComponent(() => import('./console-frame.tsx'), 'ConsoleFrame'),
});
