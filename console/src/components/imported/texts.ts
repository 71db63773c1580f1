import { textsOf } from '../../language/texts.ts';
import { en } from './texts.en.ts';

export const useImportedTexts = textsOf(en);
