import { useEffect, useState } from 'react';

/**
 * Reads the code from the URL of a mailed link. It is removed from the address bar immediately, so that it is not in the history.
 */
export function useMailedCode(): string {
  const [code] = useState(() => new URLSearchParams(window.location.search).get('code') ?? '');
  useEffect(() => {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return code;
}
