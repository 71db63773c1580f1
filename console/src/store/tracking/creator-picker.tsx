import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useFoundCreators } from './found-creators.ts';
import { useTrackingTexts } from './texts.ts';

/** Select for creators with results for the store in the last year. */
export function CreatorPicker({
  store,
  label,
  value,
  error,
  onChange,
}: {
  store: number;
  label: string;
  value: number | null;
  error?: string | undefined;
  onChange: (user: number | null) => void;
}) {
  const t = useTrackingTexts().picker;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const choices = useFoundCreators(store, q);
  return (
    <Select
      label={label}
      description={t.hint}
      nothingFoundMessage={t.nothing}
      searchable
      clearable
      data={choices}
      value={value === null ? null : String(value)}
      onChange={(user) => onChange(user === null ? null : Number(user))}
      onSearchChange={setTyped}
      error={error}
      limit={50}
    />
  );
}
