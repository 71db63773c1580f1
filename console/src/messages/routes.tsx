import { createRoute } from '@tanstack/react-router';
import { omitUndefined, readId } from '../admin/components/list-search.ts';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';

/** The participant whose conversation is open, and whether only unread ones are listed. */
const readMessageSearch = (search: Record<string, unknown>) =>
  omitUndefined({ open: readId(search['open']), unread: search['unread'] === true ? (true as const) : undefined });

const ofStore = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/messages',
  validateSearch: readMessageSearch,
  component: lazyRouteComponent(() => import('./messages-pages.tsx'), 'StoreMessagesPage'),
});

const ofCreator = createRoute({
  getParentRoute: () => frameRoute,
  path: 'creator/messages',
  validateSearch: readMessageSearch,
  component: lazyRouteComponent(() => import('./messages-pages.tsx'), 'CreatorMessagesPage'),
});

const ofAgency = createRoute({
  getParentRoute: () => frameRoute,
  path: 'agency/$client/messages',
  validateSearch: readMessageSearch,
  component: lazyRouteComponent(() => import('./messages-pages.tsx'), 'AgencyMessagesPage'),
});

/** The conversations of a store, a creator and an agency. */
export const messageRoutes = [ofStore, ofCreator, ofAgency] as const;
