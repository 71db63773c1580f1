import { createRoute, createRouter } from '@tanstack/react-router';
import { accountRoutes } from './account/routes.tsx';
import { adminRoutes } from './admin/routes.tsx';
import { agencyRoutes } from './agency/routes.tsx';
import { appealRoutes } from './appeals/routes.tsx';
import { claimRoutes } from './claims/routes.tsx';
import { lazyRouteComponent } from './components/lazy-part.tsx';
import { creatorRoutes } from './creator/routes.tsx';
import { explainedRoutes } from './explained/routes.tsx';
import { findingRoutes } from './finding/routes.tsx';
import { inboxRoutes } from './inbox/routes.tsx';
import { messageRoutes } from './messages/routes.tsx';
import { sandboxRoutes } from './sandboxes/routes.tsx';
import { sessionRoutes } from './session/routes.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { frameRoute, rootRoute } from './shell/frame-route.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { PageFailed } from './shell/page-failed.tsx';
import { PagePending } from './shell/page-pending.tsx';
import { storeRoutes } from './store/routes.tsx';
import { workRoutes } from './work/routes.tsx';

/*
 * All routes of the console. They are below `/console`, where the API has no paths; the server renders `/` and the other public
 * pages. Each section declares its own routes and loads its pages on demand.
 */
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string; failed?: string } => ({
    ...(typeof search.to === 'string' && search.to.startsWith('/console') ? { to: search.to } : {}),
    // Why the identity provider's sign-in failed.
    ...(typeof search.failed === 'string' ? { failed: search.failed } : {}),
  }),
  component: SignInPage,
});

const home = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./shell/home-page.tsx'), 'HomePage'),
});

/** Creates the router of the page, which takes a slow CPU long enough for a task of its own. */
export const createConsoleRouter = () =>
  createRouter({
    routeTree: rootRoute.addChildren([
      signIn,
      ...sessionRoutes,
      frameRoute.addChildren([
        home,
        ...creatorRoutes,
        ...storeRoutes,
        ...agencyRoutes,
        ...adminRoutes,
        ...accountRoutes,
        ...explainedRoutes,
        ...claimRoutes,
        ...findingRoutes,
        ...appealRoutes,
        ...inboxRoutes,
        ...messageRoutes,
        ...workRoutes,
        ...sandboxRoutes,
      ]),
    ]),
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ({ error, reset }) => <PageFailed error={error} onRetry={reset} />,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
