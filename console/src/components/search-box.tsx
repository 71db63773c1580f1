import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCommonTexts } from './texts.ts';

const DEBOUNCE_MS = 300;

/**
 * Debounced search field over a value that is kept elsewhere, usually in the URL.
 * @param label accessible name and placeholder
 * @param isTitled shows a visible label, to line up with labelled fields beside it
 * @param isFocused takes the focus when the dialog or popover around it opens
 * @param onChange is called with the trimmed text
 */
export function SearchBox({
  label,
  value = '',
  isTitled = false,
  isFocused = false,
  maxLength = 255,
  onChange,
}: {
  label: string;
  value: string | undefined;
  isTitled?: boolean;
  isFocused?: boolean;
  maxLength?: number;
  onChange: (text: string) => void;
}) {
  const t = useCommonTexts();
  const [typed, setTyped] = useState(value);
  /** The reported text that `value` does not contain yet. */
  const reported = useRef<string | null>(null);
  const report = useDebouncedCallback((text: string) => {
    reported.current = text.trim() === value ? null : text.trim();
    onChange(text.trim());
  }, DEBOUNCE_MS);
  // A late update of `value` to the reported text must not replace the current input. Any other update, such as "Show all", replaces the
  // input, and what was typed must not be reported afterwards.
  useEffect(() => {
    if (reported.current === value) reported.current = null;
    else if (reported.current === null) {
      report.cancel();
      setTyped((known) => (known.trim() === value ? known : value));
    }
  }, [value, report]);
  const type = (text: string) => {
    setTyped(text);
    report(text);
  };
  return (
    <TextInput
      type="search"
      {...(isTitled ? { label: t.search } : { 'aria-label': label })}
      placeholder={label}
      value={typed}
      maxLength={maxLength}
      data-autofocus={isFocused || undefined}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === '' ? null : <CloseButton size="sm" aria-label={t.cancel} onClick={() => type('')} />}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      w={{ base: '100%', xs: 260 }}
    />
  );
}
