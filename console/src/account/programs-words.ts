import { textsOf } from '../language/texts.ts';
import { en } from './programs-words.en.ts';

/** Not named texts, so that they are loaded with their page only (`bundle/chunks.ts`). */
export const useProgramWords = textsOf(en, {
  sv: () => import('./programs-words.sv.ts'),
  de: () => import('./programs-words.de.ts'),
});
