import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';

const account = createRoute({
  getParentRoute: () => frameRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});

const authorize = createRoute({
  getParentRoute: () => frameRoute,
  path: 'authorize',
  component: lazyRouteComponent(() => import('./authorize-page.tsx'), 'AuthorizePage'),
});

export const accountRoutes = [account, authorize] as const;
