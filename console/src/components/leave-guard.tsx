import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useCommonTexts } from './texts.ts';

/** Search parameters of the URL; only `participant` closes or replaces a drawer that has a form. */
type Search = { participant?: unknown };

/**
 * Asks for confirmation before unsaved input is lost by a link, Back, closing the drawer around the form, or closing the window.
 * @param isDirty returns whether there is unsaved input; called before leaving
 * @param onLeave removes the stored input, because the dialog says that it is lost
 */
export function LeaveGuard({ isDirty, onLeave }: { isDirty: () => boolean; onLeave?: () => void }) {
  const t = useCommonTexts().leave;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty() &&
      (current.pathname !== next.pathname ||
        (current.search as Search).participant !== (next.search as Search).participant),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const leave = () => {
    onLeave?.();
    proceed?.();
  };
  return (
    <ConfirmDialog
      title={t.title}
      words={t.hint}
      action={t.go}
      keep={t.stay}
      opened={status === 'blocked'}
      doing={{ mutate: leave, isPending: false, failure: null }}
      onClose={() => reset?.()}
    />
  );
}
