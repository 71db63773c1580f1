import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCommonTexts } from './texts.ts';

/** So long a pause ends a word. */
const PAUSE_MS = 300;

/**
 * A search that follows what is typed, when it pauses, and the address, when that changes by other ways.
 * @param label what is looked for
 * @param isTitled it has a title above it, as what stands beside it has
 */
export function SearchBox({
  label,
  value = '',
  isTitled = false,
  onChange,
}: {
  label: string;
  value: string | undefined;
  isTitled?: boolean;
  onChange: (text: string) => void;
}) {
  const t = useCommonTexts();
  const [typed, setTyped] = useState(value);
  /** What was told and is not in the address yet. */
  const told = useRef<string | null>(null);
  const tell = useDebouncedCallback((text: string) => {
    told.current = text.trim() === value ? null : text.trim();
    onChange(text.trim());
  }, PAUSE_MS);
  // What is being typed goes on: only another text than the one that was told replaces it.
  useEffect(() => {
    if (told.current === null) setTyped((known) => (known.trim() === value ? known : value));
    else if (told.current === value) told.current = null;
  }, [value]);
  const type = (text: string) => {
    setTyped(text);
    tell(text);
  };
  return (
    <TextInput
      type="search"
      {...(isTitled ? { label: t.search } : { 'aria-label': label })}
      placeholder={label}
      value={typed}
      maxLength={255}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === '' ? null : <CloseButton size="sm" aria-label={t.cancel} onClick={() => type('')} />}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      w={{ base: '100%', xs: 260 }}
    />
  );
}
