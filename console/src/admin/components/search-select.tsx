import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const DEBOUNCE_MS = 200;

export interface RecordPickerProps {
  label: string;
  description?: string;
  error?: string | undefined;
  required?: boolean;
  /** Id of the selected record. */
  value: string | null;
  'data-field'?: string | undefined;
  onChange: (id: string | null, name: string) => void;
}

/**
 * Select for a record that the API searches for while the text is typed.
 * @param useFound hook that returns the records for a text or an id, and the first records for an empty text
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
  const [text] = useDebouncedValue(typed, DEBOUNCE_MS);
  const found = useFound(text);
  // Mantine's Select overwrites the typed text when the name of the selected record changes. The name is therefore kept.
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const kept = chosen !== null && chosen.value === value ? [chosen] : [];
  const isListed = value === null || found.some((one) => one.value === value);
  // The name of a record whose id comes from the URL is found by searching for the id.
  const searched = useFound(isListed || kept.length > 0 ? text : value).filter((one) => one.value === value);
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
