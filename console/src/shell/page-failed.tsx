import { useEffect, useState } from 'react';
import { Failure } from '../components/failure.tsx';
import { PagePending } from './page-pending.tsx';

/** As browsers, and Vite for styles, say that a part of the program cannot be loaded. */
const GONE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/**
 * In place of a page that cannot be drawn. A page that was opened before the console was built anew asks for parts that are gone: it is loaded
 * again by itself, once for each part, since one that is gone for another reason would be asked for without end.
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
