import { textsOf } from '../language/texts.ts';
import { en } from './texts.en.ts';

export const useExplainedTexts = textsOf(en);
export type ExplainedTexts = typeof en;
