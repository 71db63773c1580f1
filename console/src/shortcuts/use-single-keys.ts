import { useLocalStorage, useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** The time within which a key follows `g`, in milliseconds. */
const SEQUENCE_MS = 2000;

/** Whether single characters are shortcuts in this browser. WCAG 2.1.4 requires that they can be turned off. */
export function useSingleKeysSetting() {
  const [isOn, setIsOn] = useLocalStorage({
    key: 'tributary.single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return { isOn, setIsOn };
}

/**
 * Shortcuts of one character: `?` calls `onHelp`, `/` moves the focus to the search field of the page's list, and `g` with another key calls `onGo` with
 * it.
 * @param onGo returns whether the key has a page
 */
export function useSingleKeys(onHelp: () => void, onGo: (key: string) => boolean): void {
  const { isOn } = useSingleKeysSetting();
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, timeStamp } = event;
    if (!isOn || defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (!(target instanceof Element) || target.matches(TEXT_FIELDS)) return;
    // A dialog keeps the focus.
    if (document.querySelector('[aria-modal=true]') !== null) return;
    const follows = timeStamp - startedAt.current < SEQUENCE_MS;
    startedAt.current = key === 'g' && !follows ? timeStamp : Number.NEGATIVE_INFINITY;
    const field = document.querySelector<HTMLElement>('#content input[type=search]');
    if (follows && onGo(key)) {
      event.preventDefault();
      return;
    }
    if (key === '?') onHelp();
    else if (key === '/' && field !== null) field.focus();
    else return;
    event.preventDefault();
  });
}
