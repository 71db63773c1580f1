import { useLocalStorage, useWindowEvent } from '@mantine/hooks';

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Whether single characters are shortcuts in this browser. WCAG 2.1.4 requires that they can be turned off. */
export function useSingleKeysSetting() {
  const [isOn, setIsOn] = useLocalStorage({
    key: 'tributary.single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return { isOn, setIsOn };
}

/** Shortcuts of one character: `?` calls `onHelp`, `/` moves the focus to the search field of the page's list. */
export function useSingleKeys(onHelp: () => void): void {
  const { isOn } = useSingleKeysSetting();
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!isOn || defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (!(target instanceof Element) || target.matches(TEXT_FIELDS)) return;
    // A dialog keeps the focus.
    if (document.querySelector('[aria-modal=true]') !== null) return;
    const field = document.querySelector<HTMLElement>('#content input[type=search]');
    if (key === '?') onHelp();
    else if (key === '/' && field !== null) field.focus();
    else return;
    event.preventDefault();
  });
}
