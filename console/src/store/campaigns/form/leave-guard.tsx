import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useCampaignTexts } from '../texts.ts';

/** Asks before what was typed is left behind, by a link, the way back, or closing the window. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const t = useCampaignTexts().form.leave;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title={t.title}
      words={t.hint}
      action={t.go}
      keep={t.stay}
      opened={status === 'blocked'}
      doing={{ mutate: () => proceed?.(), isPending: false, failure: null }}
      onClose={() => reset?.()}
    />
  );
}
