import { textsOf } from '../language/texts.ts';
import { en } from './texts.en.ts';

export const useShellTexts = textsOf(en);
export type ShellTexts = typeof en;
