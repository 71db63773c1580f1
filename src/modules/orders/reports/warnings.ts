import { Type } from 'typebox';

/** What was not taken over of a report: an optional detail never loses the order. */
export interface Warning {
  /** The field of the body, such as `voucher_code` or `lines`. */
  field: string;
  /** What is wrong with it and what was done instead, as a sentence without the field. */
  message: string;
}

/** The warnings of a reply. */
export const warningsReply = () =>
  Type.Array(Type.Object({ field: Type.String(), message: Type.String() }, { 'x-name': 'OrderWarning' }), {
    description: 'Optional details that were cut, dropped or replaced. The order is recorded. Empty if there are none.',
  });
