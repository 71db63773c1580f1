import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PagePending } from './page-pending.tsx';

/** Redirects once, also if it is rendered again on the way. */
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
