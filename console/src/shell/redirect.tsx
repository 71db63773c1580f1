import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PagePending, ShellPending } from './page-pending.tsx';

/** Redirects once, also if it is rendered again on the way; not if the shell has begun to load another page (`shell/early.ts`). */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  const led = useRef<string | null>(null);
  const isLeaving = document.documentElement.dataset.shellLeaves !== undefined;
  useEffect(() => {
    if (led.current === to || isLeaving) return;
    led.current = to;
    void navigate({ href: to, replace: true });
  }, [navigate, to, isLeaving]);
  return isLeaving ? <ShellPending /> : <PagePending />;
}
