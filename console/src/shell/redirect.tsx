import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PagePending } from './page-pending.tsx';

/** Leads on to another address, once: what is rendered again on the way must not begin anew. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  const led = useRef<string | null>(null);
  useEffect(() => {
    if (led.current === to) return;
    led.current = to;
    void navigate({ href: to, replace: true });
  }, [navigate, to]);
  return <PagePending />;
}
