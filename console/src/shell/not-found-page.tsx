import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { useShellTexts } from './texts.ts';

export function NotFoundPage() {
  const t = useShellTexts();
  return (
    <EmptyState isPage title={t.notFound.title} hint={t.notFound.hint}>
      <Button component={Link} to="/console">
        {t.notFound.home}
      </Button>
    </EmptyState>
  );
}
