import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';

const sandboxes = createRoute({
  getParentRoute: () => frameRoute,
  path: 'sandboxes',
  component: lazyRouteComponent(() => import('./sandboxes-page.tsx'), 'SandboxesPage'),
});

export const sandboxRoutes = [sandboxes] as const;
