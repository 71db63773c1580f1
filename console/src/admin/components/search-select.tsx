import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const DEBOUNCE_MS = 200;

export interface RecordPickerProps {
  label: string;
  description?: string;
  error?: string | undefined;
  required?: boolean;
  /** Its id. */
  value: string | null;
  'data-field'?: string | undefined;
  onChange: (id: string | null, name: string) => void;
}

/**
 * Select for a record that the API searches for while the text is typed.
 * @param useFound the records for a text or an id, the first ones for an empty text
 */
export function SearchSelect({
  label,
  description,
  error,
  required = false,
  value,
  'data-field': field,
  onChange,
  placeholder,
  nothing,
  useFound,
}: RecordPickerProps & {
  placeholder: string;
  nothing: string;
  useFound: (text: string) => { value: string; label: string }[];
}) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, DEBOUNCE_MS);
  const found = useFound(asked);
  // Select overwrites what is being typed when the name of the selected record changes; the name is kept for that reason.
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const kept = chosen !== null && chosen.value === value ? [chosen] : [];
  const isListed = value === null || found.some((one) => one.value === value);
  // A value from the URL is named by searching for its id.
  const searched = useFound(isListed || kept.length > 0 ? asked : value).filter((one) => one.value === value);
  const named = [...kept, ...searched, { value: value ?? '', label: `#${value}` }].slice(0, 1);
  return (
    <Select
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      required={required}
      data-field={field}
      placeholder={placeholder}
      nothingFoundMessage={nothing}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ×` }}
      data={isListed ? found : [...found, ...named]}
      filter={({ options }) => options}
      value={value}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        setChosen(option ?? null);
        onChange(id, option?.label ?? '');
      }}
    />
  );
}
