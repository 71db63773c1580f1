import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { type CodeSet, codesLike, codesOf } from '../../language/codes.ts';
import { useReader } from '../../language/language.tsx';
import { useAdminCommonTexts } from './texts.ts';

/** Chooses a country, currency or language by a part of its name or by its code. */
export function CodePicker({
  set,
  among,
  label,
  description,
  error,
  required,
  value,
  onChange,
}: {
  set: CodeSet;
  /** Of the set only these. */
  among: readonly string[] | undefined;
  label: string;
  description?: string;
  error?: string | undefined;
  required: boolean;
  value: string;
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
      searchable
      clearable={!required}
      allowDeselect={!required}
      autoComplete="off"
      // A record may have one that is no longer offered.
      data={isOffered ? offered : [...offered, codes.find((code) => code.value === value) ?? { value, label: value }]}
      filter={({ options, search }) => codesLike(options as { value: string; label: string }[], search)}
      value={value === '' ? null : value}
      // The cross is for the mouse alone; by keyboard one empties the field.
      onSearchChange={(typed) => {
        if (typed === '' && value !== '' && !required) onChange('');
      }}
      onChange={(code) => onChange(code ?? '')}
    />
  );
}
