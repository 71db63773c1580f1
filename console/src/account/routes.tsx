import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';

const account = createRoute({
  getParentRoute: () => frameRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});

export const accountRoutes = [account] as const;
