import { TextInput, type TextInputProps } from '@mantine/core';
import { useFormats } from '../language/formats.ts';
import { plainNumber } from './number-input.ts';

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A number with a decimal point, or another text that was typed. */
  value: string;
  /** Maximum number of decimal digits. If given, only a number can be typed. */
  digits?: number;
  onChange: (value: string) => void;
}

/** True for a number with at most this many decimal digits. */
function hasDigits(plain: string, digits: number): boolean {
  const [, fraction] = /^\d*(?:\.(\d*))?$/.exec(plain) ?? [null, 'none'];
  return fraction === undefined || (digits > 0 && /^\d*$/.test(fraction) && fraction.length <= digits);
}

/** A field for a decimal number. It shows the decimal separator of the reader's locale, and accepts a comma or a point. */
export function DecimalInput({ value, digits, onChange, ...props }: DecimalInputProps) {
  const { decimal } = useFormats();
  const write = (typed: string) => {
    const plain = plainNumber(typed);
    if (digits === undefined || hasDigits(plain, digits)) onChange(plain);
  };
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={/^\d*\.\d*$/.test(value) ? value.replace('.', decimal) : value}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}
