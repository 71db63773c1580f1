import { useShellTexts } from '../shell/texts.ts';
import { EmptyState } from './empty-state.tsx';

export function NoPermission() {
  const { noPermission } = useShellTexts();
  return <EmptyState isPage title={noPermission.title} hint={noPermission.hint} />;
}
