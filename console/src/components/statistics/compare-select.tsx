import { NativeSelect } from '@mantine/core';
import { COMPARISONS, type Comparison } from './names.ts';
import { useResultTexts } from './texts.ts';

/** Selects the period with which the figures are compared. */
export function CompareSelect({ value, onChange }: { value: Comparison; onChange: (value: Comparison) => void }) {
  const t = useResultTexts();
  return (
    <NativeSelect
      size="xs"
      aria-label={t.compare}
      data={COMPARISONS.map((comparison) => ({ value: comparison, label: t.comparisons[comparison] }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Comparison)}
    />
  );
}
