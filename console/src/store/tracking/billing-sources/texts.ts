import { textsOf } from '../../../language/texts.ts';
import { en } from './texts.en.ts';

export const useBillingTexts = textsOf(en, { sv: () => import('./texts.sv.ts'), de: () => import('./texts.de.ts') });
