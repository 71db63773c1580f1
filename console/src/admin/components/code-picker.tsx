import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { type CodeSet, codesLike, codesOf } from '../../language/codes.ts';
import { useReader } from '../../language/language.tsx';
import { useAdminCommonTexts } from './texts.ts';

/** Select for a country, currency or language, searchable by name and code. */
export function CodePicker({
  set,
  among,
  label,
  description,
  error,
  required,
  value,
  'data-field': field,
  onChange,
}: {
  set: CodeSet;
  /** Limits the options to these codes. */
  among: readonly string[] | undefined;
  label: string;
  description?: string;
  error?: string | undefined;
  required: boolean;
  value: string;
  'data-field'?: string | undefined;
  onChange: (code: string) => void;
}) {
  const t = useAdminCommonTexts().code;
  const { language } = useReader();
  const codes = useMemo(() => codesOf(set, language), [set, language]);
  const offered = among === undefined ? codes : codes.filter((code) => among.includes(code.value));
  const isOffered = value === '' || offered.some((code) => code.value === value);
  return (
    <Select
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      placeholder={t.placeholder}
      nothingFoundMessage={t.nothing}
      required={required}
      data-field={field}
      searchable
      clearable={!required}
      allowDeselect={!required}
      autoComplete="off"
      // A record may contain a code that is no longer offered.
      data={isOffered ? offered : [...offered, codes.find((code) => code.value === value) ?? { value, label: value }]}
      filter={({ options, search }) => codesLike(options as { value: string; label: string }[], search)}
      value={value === '' ? null : value}
      // The clear button is not focusable; by keyboard, emptying the field clears the value.
      onSearchChange={(typed) => {
        if (typed === '' && value !== '' && !required) onChange('');
      }}
      onChange={(code) => onChange(code ?? '')}
    />
  );
}
