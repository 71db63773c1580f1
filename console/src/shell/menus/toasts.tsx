import { Notifications } from '@mantine/notifications';
import { useRef } from 'react';

/**
 * Shows the notifications of `notifications.show`, including those from before this component was loaded. Whoever dismisses one with the
 * keyboard continues where they were before.
 */
export default function Toasts() {
  const focusedBefore = useRef<Element | null>(null);
  return (
    <Notifications
      position="top-center"
      autoClose={4000}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
      }}
      onClick={({ detail }) => {
        // Clicks of a pointer are counted, those of the keyboard are not.
        if (detail === 0 && focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
      }}
    />
  );
}
