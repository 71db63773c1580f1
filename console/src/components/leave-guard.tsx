import { useBlocker } from '@tanstack/react-router';
import { LeaveQuestion } from './dialog.tsx';
import { useGuardInDialog } from './dialog-guard.ts';

/** Search parameters of the URL that open, close or replace a drawer or dialog with a form. */
const DIALOGS = ['participant', 'order', 'deliverable'] as const;
type Search = Partial<Record<(typeof DIALOGS)[number], unknown>>;

/**
 * Asks for confirmation before unsaved input is lost by a link, Back, closing the dialog around the form, or closing the window.
 * @param isDirty returns whether there is unsaved input; called before leaving
 * @param onLeave removes the stored input, because the dialog says that it is lost
 */
export function LeaveGuard({ isDirty, onLeave }: { isDirty: () => boolean; onLeave: () => void }) {
  useGuardInDialog({ isDirty, discard: onLeave });
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty() &&
      (current.pathname !== next.pathname ||
        DIALOGS.some((name) => (current.search as Search)[name] !== (next.search as Search)[name])),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <LeaveQuestion
      onStay={reset}
      onLeave={() => {
        onLeave();
        proceed();
      }}
    />
  );
}
