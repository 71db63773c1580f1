import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../shell/frame-route.tsx';

const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console/sign-up',
  validateSearch: (search: Record<string, unknown>): { campaign?: string } =>
    typeof search.campaign === 'string' ? { campaign: search.campaign } : {},
  component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
});

const verify = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console/verify',
  component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
});

const forgotten = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console/forgotten',
  component: lazyRouteComponent(() => import('./forgotten-page.tsx'), 'ForgottenPage'),
});

const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console/reset',
  component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
});

const change = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console/change',
  component: lazyRouteComponent(() => import('./change-page.tsx'), 'ChangePage'),
});

/** Pages for people who have not signed in; the mails of accounts lead to some of them. */
export const sessionRoutes = [signUp, verify, forgotten, reset, change] as const;
