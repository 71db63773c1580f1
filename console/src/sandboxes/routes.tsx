import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../shell/frame-route.tsx';

const sandboxes = createRoute({
  getParentRoute: () => frameRoute,
  path: 'sandboxes',
  component: lazyRouteComponent(() => import('./sandboxes-page.tsx'), 'SandboxesPage'),
});

export const sandboxRoutes = [sandboxes] as const;
