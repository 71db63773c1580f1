import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { rootRoute } from '../shell/frame-route.tsx';
import { SIGN_UP_ROLES, type SignUpRole } from './sign-up-roles.ts';

const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console/sign-up',
  validateSearch: (search: Record<string, unknown>): { campaign?: string; role?: SignUpRole } => {
    const role = SIGN_UP_ROLES.find((one) => one === search.role);
    return {
      // The router would parse a token of digits as a number.
      ...(['string', 'number'].includes(typeof search.campaign) ? { campaign: String(search.campaign) } : {}),
      ...(role === undefined ? {} : { role }),
    };
  },
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

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: 'console/invitation',
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
});

/** Pages that need no session. Mails about accounts link to some of them. */
export const sessionRoutes = [signUp, verify, forgotten, reset, change, invitation] as const;
