import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { useCampaignTexts } from '../texts.ts';
import type { FormSectionProps } from './form-section.tsx';
import { type PLAIN_FIELDS, plainFields } from './plain-fields.ts';

/** The controls of a section's plain fields. */
export function PlainInputs({
  section,
  draft,
  set,
  fault,
}: Pick<FormSectionProps, 'draft' | 'set' | 'fault'> & {
  section: (typeof PLAIN_FIELDS)[keyof typeof PLAIN_FIELDS]['section'];
}) {
  const texts = useCampaignTexts().form.plain;
  return plainFields
    .filter(([, field]) => field.section === section)
    .map(([name, { control, maxLength }]) => {
      const { label, hint, ...words } = texts[name];
      const value = draft[name];
      const common = { label, description: hint, error: fault(name) };
      if (typeof value === 'boolean')
        return (
          <Switch
            key={name}
            {...common}
            checked={value}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
          />
        );
      const text = {
        ...common,
        value,
        onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [name]: currentTarget.value }),
      };
      if ('options' in words)
        return (
          <NativeSelect
            key={name}
            {...text}
            data={Object.entries(words.options).map(([option, shown]) => ({ value: option, label: shown }))}
          />
        );
      if (maxLength !== undefined) return <LimitedInput key={name} max={maxLength} {...text} />;
      return control === 'lines' ? (
        <Textarea key={name} autosize minRows={3} maxRows={12} {...text} />
      ) : (
        <TextInput key={name} {...text} {...(control === 'number' ? { inputMode: 'numeric' as const } : {})} />
      );
    });
}
