import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { ShellPending } from './page-pending.tsx';

/** The parent of all routes. */
export const rootRoute = createRootRoute({
  component: Outlet,
  pendingComponent: ShellPending,
  notFoundComponent: NotFoundPage,
});

/** Layout route of all pages that need a session. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console',
  component: lazyRouteComponent(() => import('./console-frame.tsx'), 'ConsoleFrame'),
  pendingComponent: ShellPending,
  // An unknown page below `/console` keeps the navigation.
  notFoundComponent: NotFoundPage,
});
