import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';

const notifications = createRoute({
  getParentRoute: () => frameRoute,
  path: 'notifications',
  validateSearch: (search: Record<string, unknown>): { page?: number; unread?: true } => ({
    ...(Number.isInteger(search.page) && Number(search.page) > 1 ? { page: Number(search.page) } : {}),
    ...(search.unread === true ? { unread: true } : {}),
  }),
  component: lazyRouteComponent(() => import('./notifications-page.tsx'), 'NotificationsPage'),
});

export const inboxRoutes = [notifications] as const;
