import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { DayField } from '../../components/day-field.tsx';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { Note } from '../../components/note.tsx';
import { CodePicker } from './code-picker.tsx';
import type { Field } from './fields.ts';
import { StorePicker } from './store-picker.tsx';
import { useAdminCommonTexts } from './texts.ts';

/** Places descriptions below the inputs, so that adjacent inputs align. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** Input for a field, by its kind. */
export function FieldInput({
  field,
  value,
  error,
  isFirst,
  currency,
  onChange,
  'data-field': name,
}: {
  field: Field;
  value: string | boolean;
  error: string | undefined;
  /** The first field of the form, which gets the focus in a dialog. */
  isFirst: boolean;
  /** Currency of the record's amounts, if known. */
  currency: string;
  onChange: (value: string | boolean) => void;
  'data-field': string;
}) {
  const t = useAdminCommonTexts();
  const { label, hint, kind = 'text', options = [], required = false, among } = field;
  const common = {
    label,
    error,
    'data-field': name,
    'data-autofocus': isFirst || undefined,
    ...(hint === undefined ? {} : { description: hint }),
  };
  if (typeof value === 'boolean')
    return <Checkbox {...common} checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
  const text = {
    ...common,
    value,
    required,
    inputWrapperOrder: ORDER,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  if (kind === 'choice' || kind === 'reference')
    return (
      <NativeSelect
        {...text}
        data={[...(required && value !== '' ? [] : [{ value: '', label: t.none }]), ...options]}
      />
    );
  if (kind === 'shop')
    return <StorePicker {...common} value={value === '' ? null : value} onChange={(id) => onChange(id ?? '')} />;
  if (kind === 'country' || kind === 'currency' || kind === 'language')
    return <CodePicker {...common} set={kind} among={among} required={required} value={value} onChange={onChange} />;
  if (kind === 'password') return <PasswordInput {...text} autoComplete="new-password" />;
  if (kind === 'lines') return <Textarea {...text} autosize minRows={2} />;
  if (kind === 'date') return <DayField {...text} onChange={onChange} />;
  if (kind === 'number') return <DecimalInput {...text} onChange={onChange} />;
  if (kind === 'share' || kind === 'money')
    return (
      <DecimalInput
        {...text}
        onChange={onChange}
        rightSection={<Unit>{kind === 'share' ? '%' : currency}</Unit>}
        rightSectionWidth={52}
      />
    );
  return <TextInput {...text} type={kind} autoComplete="off" />;
}

function Unit({ children }: { children: string }) {
  return <Note size="xs">{children}</Note>;
}
