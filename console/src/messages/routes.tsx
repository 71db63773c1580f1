import { createRoute } from '@tanstack/react-router';
import { omitUndefined, readId } from '../admin/components/list-search.ts';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';

/** The most participants to whom a message is written by name. */
const MAX_NAMED = 500;

const readIds = (value: unknown): number[] | undefined => {
  const ids = Array.isArray(value) ? value.flatMap((one) => readId(one) ?? []).slice(0, MAX_NAMED) : [];
  return ids.length === 0 ? undefined : ids;
};

/** The participant whose conversation is open, and whether only unread ones are listed. */
const readMessageSearch = (search: Record<string, unknown>) =>
  omitUndefined({ open: readId(search['open']), unread: search['unread'] === true ? (true as const) : undefined });

const ofStore = createRoute({
  getParentRoute: () => frameRoute,
  path: 'shop/$store/messages',
  // `to`: the participants to whom a new message is written.
  validateSearch: (search: Record<string, unknown>) =>
    omitUndefined({ ...readMessageSearch(search), to: readIds(search['to']) }),
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
