import { textsOf } from '../../language/texts.ts';
import de from './texts.de.ts';
import { en } from './texts.en.ts';
import sv from './texts.sv.ts';

/** All languages are in the file of the calendar, which is loaded when a reader opens it. */
export const useCalendarTexts = textsOf(en, { sv: async () => ({ default: sv }), de: async () => ({ default: de }) });
