import { NativeSelect } from '@mantine/core';
import { useCommonTexts } from './texts.ts';

/** Select that filters a list; "All" clears the filter. */
export function FilterSelect<Word extends string>({
  label,
  words,
  value,
  none,
  onChange,
}: {
  label: string;
  words: readonly (readonly [Word, string])[];
  value: Word | undefined;
  /** What applies if nothing is selected; "All" by default. */
  none?: string;
  onChange: (word: Word | undefined) => void;
}) {
  const t = useCommonTexts();
  return (
    <NativeSelect
      label={label}
      // Two of equal width per row on a phone. A width of its own options would change when they are loaded.
      flex={{ base: '1 1 40%', xs: '0 1 180px' }}
      value={value ?? ''}
      data={[{ value: '', label: none ?? t.all }, ...words.map(([word, name]) => ({ value: word, label: name }))]}
      onChange={({ currentTarget }) => onChange(words.find(([word]) => word === currentTarget.value)?.[0])}
    />
  );
}

/** The values of a filter, with their labels, in the order of `values`. */
export const wordsOf = <Word extends string>(values: readonly Word[], labels: Readonly<Record<Word, string>>) =>
  values.map((word) => [word, labels[word]] as const);

/** Records as the values of a filter. */
export const namedById = (records: readonly { id: number; name: string }[]) =>
  records.map(({ id, name }) => [String(id), name] as const);
