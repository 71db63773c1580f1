import { textsOf } from '../../language/texts.ts';
import { en } from './texts.en.ts';

export type StatisticsTexts = typeof en;

export const useResultTexts = textsOf(en, { sv: () => import('./texts.sv.ts'), de: () => import('./texts.de.ts') });
