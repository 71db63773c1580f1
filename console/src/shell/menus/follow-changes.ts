import type { Query } from '@tanstack/react-query';
import { ME_KEY, queryClient } from '../../api.ts';
import { isChanged } from './changed-queries.ts';

/** Changes are read at most this often, however many there are. */
const PAUSE_MS = 3_000;
/** After changes may have been missed, pages of one server read again within this time, not all at once. */
const SPREAD_MS = 3_000;
/** After the server has refused the connection: the session has too many, or the server tells nothing. */
const REFUSED_MS = 60_000;
/** Reading again extends the session, so a page that nobody uses does it for an hour. */
const UNUSED_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/** The path of a query in the OpenAPI document; empty for queries of another form. */
export const pathOf = ({ queryKey }: Pick<Query, 'queryKey'>): string =>
  typeof queryKey[1] === 'string' ? queryKey[1] : '';

/**
 * Reads again what the page shows when the server says that it has changed, while the page is in view.
 * @returns a function that ends it
 */
export function followChanges(): () => void {
  let source: EventSource | null = null;
  let timer: number | undefined;
  let hasBeenOpen = false;
  let usedAt = Date.now();
  let readAt = 0;
  let reading: number | undefined;
  const changed = new Set<string>();

  const readAgain = () => {
    reading = undefined;
    readAt = Date.now();
    const parts = [...changed];
    changed.clear();
    const predicate = (query: Query) => isChanged(pathOf(query), parts);
    void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false });
  };
  const note = (parts: readonly string[]) => {
    for (const part of parts) changed.add(part);
    const spread = parts.includes('*') ? Math.random() * SPREAD_MS : 0;
    reading ??= window.setTimeout(readAgain, Math.max(0, readAt + PAUSE_MS - Date.now()) + spread);
  };
  const close = () => {
    window.clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    const opened = new EventSource('/v2/me/changes');
    source = opened;
    opened.onopen = () => {
      // What changed between the first reading of the page, or the end of the last connection, and now.
      note(['*']);
      // The connection has ended because the roles of the user have changed.
      if (hasBeenOpen) void queryClient.invalidateQueries({ queryKey: ME_KEY });
      hasBeenOpen = true;
    };
    opened.addEventListener('changed', ({ data }) => note((JSON.parse(data) as { parts: string[] }).parts));
    opened.onerror = () => {
      // The browser opens it again by itself, unless the server has refused it.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      // The session may have ended.
      if (hasBeenOpen) void queryClient.invalidateQueries({ queryKey: ME_KEY });
      timer = window.setTimeout(open, REFUSED_MS);
    };
  };
  const update = () => {
    const isWanted = document.visibilityState === 'visible' && Date.now() - usedAt < UNUSED_MS;
    if (!isWanted) close();
    else if (source === null) open();
  };
  const use = () => {
    usedAt = Date.now();
    update();
  };
  const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
  for (const input of inputs) window.addEventListener(input, use, { passive: true });
  document.addEventListener('visibilitychange', use);
  const minute = window.setInterval(update, MINUTE_MS);
  update();
  return () => {
    close();
    window.clearTimeout(reading);
    window.clearInterval(minute);
    for (const input of inputs) window.removeEventListener(input, use);
    document.removeEventListener('visibilitychange', use);
  };
}
