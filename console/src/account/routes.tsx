import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../shell/frame-route.tsx';

const account = createRoute({
  getParentRoute: () => frameRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});

export const accountRoutes = [account] as const;
