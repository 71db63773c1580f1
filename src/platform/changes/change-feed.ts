import type { Notifications } from '../database/notifications.ts';
import { CHANGES_CHANNEL, type Change, changeOf } from './change.ts';

/** What a listener is told: a change, or that changes may have been missed. */
type ChangeListener = (change: Change | 'any') => void;

/** The changes that any process announces, over the one connection on which this process listens. */
export interface ChangeFeed {
  /** @returns a function that ends it */
  follow(listener: ChangeListener): () => void;
}

/** Opens the feed of this process. */
export async function openChangeFeed(notifications: Notifications): Promise<ChangeFeed> {
  const listeners = new Set<ChangeListener>();
  const tell = (change: Change | 'any') => {
    for (const listener of listeners) listener(change);
  };
  await notifications.listen(CHANGES_CHANNEL, (payload) => {
    const change = listeners.size === 0 ? null : changeOf(payload);
    if (change !== null) tell(change);
  });
  notifications.onGap(() => tell('any'));
  return {
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
