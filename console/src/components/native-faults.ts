import { lengthOf } from './length.ts';
import type { en } from './texts.en.ts';
import type { FieldFaults } from './use-form.ts';

type FaultTexts = typeof en.faults;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The sentence for the browser's error of an input; undefined if there is none. */
function sentenceOf(control: Control, t: FaultTexts): string | undefined {
  const { validity, type } = control;
  const { min, max, minLength } = control as HTMLInputElement;
  const { max: longest } = control.dataset;
  if (longest !== undefined && lengthOf(control.value) > Number(longest)) return t.maxLength(longest);
  if (validity.valid) return undefined;
  if (validity.valueMissing) return t.required;
  if (validity.typeMismatch) return type === 'email' ? t.email : t.url;
  if (validity.tooShort) return t.minLength(String(minLength));
  if (validity.rangeUnderflow) return t.min(min);
  if (validity.rangeOverflow) return t.max(max);
  if (validity.stepMismatch) return t.whole;
  if (validity.badInput) return type === 'number' ? t.number : t.day;
  return control.validationMessage;
}

/**
 * Checks the rules of a form's inputs (`required`, `type`, `minLength`, `min`, `max`, and `data-max` of `limit.tsx`), with messages in the language of the console.
 * The browser's own messages may be in another language and disappear.
 * @returns the sentences by the field that the attribute `data-field` names
 */
export function nativeFaults(form: HTMLFormElement, t: FaultTexts): FieldFaults {
  const controls = [...form.querySelectorAll<Control>('input, select, textarea')].filter(
    ({ willValidate }) => willValidate,
  );
  return Object.fromEntries(
    controls.flatMap((control) => {
      const { field } = control.dataset;
      return field === undefined ? [] : [[field, sentenceOf(control, t)]];
    }),
  );
}
