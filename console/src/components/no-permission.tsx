import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useShellTexts } from '../shell/texts.ts';
import { EmptyState } from './empty-state.tsx';

/** Missing-permission message with a link to the home page. */
export function NoPermission({ isPage = false }: { isPage?: boolean }) {
  const { noPermission, notFound } = useShellTexts();
  return (
    <EmptyState isPage={isPage} title={noPermission.title} hint={noPermission.hint}>
      <Button component={Link} to="/console">
        {notFound.home}
      </Button>
    </EmptyState>
  );
}
