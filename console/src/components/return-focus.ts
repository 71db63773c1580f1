import type { RefObject } from 'react';

/**
 * Properties of a dialog that an item of a menu opens: that item is gone when the dialog closes, so the focus goes to what opened the menu.
 * @param opener undefined: the dialog finds what it was opened by itself
 */
export const returnFocusTo = (opener: RefObject<HTMLElement | null> | undefined) =>
  opener === undefined ? {} : { returnFocus: false, onExitTransitionEnd: () => opener.current?.focus() };
