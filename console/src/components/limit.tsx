import type { ReactNode } from 'react';
import { useFormats } from '../language/formats.ts';
import { lengthOf } from './length.ts';
import { Note } from './note.tsx';
import { useCommonTexts } from './texts.ts';

/** The part of the maximum from which the counter is shown. */
const NEAR = 0.8;

/**
 * The properties of an input whose text has a maximum length: a counter when it is almost reached, and a fault instead of a cut.
 * `nativeFaults` does not send such a text.
 */
export function useLimit({ max, value, error }: { max: number; value: string; error: ReactNode }) {
  const { faults: t } = useCommonTexts();
  const { number } = useFormats();
  const length = lengthOf(value);
  return {
    'data-max': max,
    value,
    error: length > max ? t.maxLength(number(max)) : error,
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        {length > max * NEAR && (
          <Note size="xs" ta="right" mt={2}>
            {`${number(length)} / ${number(max)}`}
          </Note>
        )}
      </>
    ),
  };
}
