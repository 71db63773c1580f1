import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useAdminCommonTexts } from './texts.ts';

/** Select for a store, searchable by name. */
export function StorePicker({
  label,
  description,
  error,
  value,
  onChange,
}: {
  label: string;
  description?: string;
  error?: string | undefined;
  /** Its id. */
  value: string | null;
  onChange: (id: string | null, name: string) => void;
}) {
  const t = useAdminCommonTexts().shop;
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, 200);
  const found = api.useQuery(
    'get',
    '/v2/admin/stores',
    { params: { query: { size: 20, sort_by: 'name:asc', ...(asked === '' ? {} : { query: asked }) } } },
    { placeholderData: keepPreviousData },
  );
  const shops = (found.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isListed = value === null || shops.some((shop) => shop.value === value);
  return (
    <Select
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      placeholder={t.placeholder}
      nothingFoundMessage={t.nothing}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ×` }}
      data={isListed ? shops : [...shops, { value, label: `#${value}` }]}
      filter={({ options }) => options}
      value={value}
      onSearchChange={setTyped}
      onChange={(id, option) => onChange(id, option?.label ?? '')}
    />
  );
}
