import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useAdminPartTexts } from './texts.ts';

const WAIT_MS = 250;

/** Looks for what is typed, a moment after the last key. */
export function SearchBox({
  label,
  value = '',
  onSearch,
}: {
  label: string;
  value: string | undefined;
  onSearch: (query: string | undefined) => void;
}) {
  const t = useAdminPartTexts();
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(
    (text: string) => onSearch(text.trim() === '' ? undefined : text.trim()),
    WAIT_MS,
  );
  return (
    <TextInput
      type="search"
      label={t.search}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      w={{ base: '100%', xs: 280 }}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        search(text);
      }}
    />
  );
}
