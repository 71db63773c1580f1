import { useEffect, useState } from 'react';
import { Failure } from '../components/failure.tsx';
import { PagePending } from './page-pending.tsx';

/** The messages of browsers, and of Vite for styles, when a part of the program cannot be loaded. */
const GONE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/**
 * Shown in place of a page that cannot be rendered. A page that was opened before a rebuild may request a removed file. It
 * reloads itself, once for each file, because a file that is missing for another reason would otherwise cause endless reloads.
 */
export function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = error instanceof Error ? error.message : '';
  // As the router counts when the part is a page: whichever of us finds it out, it is once.
  const key = `tanstack_router_reload:${words}`;
  const [isStale] = useState(() => GONE.test(words) && sessionStorage.getItem(key) === null);
  useEffect(() => {
    if (!isStale) return;
    sessionStorage.setItem(key, '');
    window.location.reload();
  }, [isStale, key]);
  return isStale ? <PagePending /> : <Failure error={error} onRetry={onRetry} />;
}
