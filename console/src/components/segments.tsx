import { Box } from '@mantine/core';
import { useId } from 'react';

interface SegmentsProps<Value extends string> {
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 'xs' | 'sm';
  /** Narrower screens show another control. */
  visibleFrom?: 'xs' | 'sm' | 'md';
  'aria-label'?: string;
  'aria-labelledby'?: string;
}

/**
 * A choice among few values, all of them visible: radio buttons that look like one control. The library's control measures the position
 * of the selected value, so that the browser lays out a page while it is still being rendered. This one needs only styles.
 */
export function Segments<Value extends string>({
  choices,
  value,
  onChange,
  size = 'sm',
  ...box
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <Box role="radiogroup" className="segments" data-size={size} {...box}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </Box>
  );
}
