import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Note } from '../../components/note.tsx';
import { type Code, type CodeSet, codesLike, codesOf } from '../../language/codes.ts';
import { useReader } from '../../language/language.tsx';
import { useAdminCommonTexts } from './texts.ts';

const inOrder = (codes: readonly Code[], values: readonly string[]) =>
  values.flatMap((value) => codes.filter((code) => code.value === value));

/** Select for a country, currency or language, searchable by name and code. */
export function CodePicker({
  set,
  among,
  first,
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
  /** The codes that are offered until something is typed, in their order, with a note; the others are found by typing. */
  first?: ReadonlyMap<string, string>;
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
  const [typed, setTyped] = useState('');
  const isSearching = typed !== '' && typed !== codes.find((code) => code.value === value)?.label;
  const shown =
    first === undefined || isSearching
      ? offered
      : inOrder(offered, first.has(value) || value === '' ? [...first.keys()] : [...first.keys(), value]);
  const isOffered = value === '' || shown.some((code) => code.value === value);
  return (
    <Select
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      placeholder={t.placeholder}
      nothingFoundMessage={first === undefined || isSearching ? t.nothing : t.placeholder}
      required={required}
      data-field={field}
      searchable
      clearable={!required}
      allowDeselect={!required}
      autoComplete="off"
      // A record may contain a code that is no longer offered.
      data={isOffered ? shown : [...shown, codes.find((code) => code.value === value) ?? { value, label: value }]}
      filter={({ options, search }) => codesLike(options as { value: string; label: string }[], search)}
      value={value === '' ? null : value}
      // The clear button is not focusable; by keyboard, emptying the field clears the value.
      onSearchChange={(text) => {
        setTyped(text);
        if (text === '' && value !== '' && !required) onChange('');
      }}
      {...(first !== undefined && {
        renderOption: ({ option }) => (
          <div>
            {option.label}
            {first.has(option.value) && <Note size="xs">{first.get(option.value)}</Note>}
          </div>
        ),
      })}
      onChange={(code) => onChange(code ?? '')}
    />
  );
}
