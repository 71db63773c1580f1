import type { RefObject } from 'react';

/**
 * Props of a dialog that a menu item opens. The item is unmounted when the dialog closes, so the focus returns to the menu button.
 * @param opener undefined: the dialog restores the focus itself
 */
export const returnFocusTo = (opener: RefObject<HTMLElement | null> | undefined) =>
  opener === undefined ? {} : { returnFocus: false, onExitTransitionEnd: () => opener.current?.focus() };
