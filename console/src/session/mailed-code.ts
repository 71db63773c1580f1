import { useEffect, useState } from 'react';

/** The code of the address that a mail led to. It leaves the address bar at once, so that it stays in no history. */
export function useMailedCode(): string {
  const [code] = useState(() => new URLSearchParams(window.location.search).get('code') ?? '');
  useEffect(() => {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return code;
}
