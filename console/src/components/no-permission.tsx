import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useShellTexts } from '../shell/texts.ts';
import { EmptyState } from './empty-state.tsx';

/** In place of what belongs to others, with the way back to one's own. */
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
