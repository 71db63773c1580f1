import { textsOf } from '../language/texts.ts';
import { en } from './authorize-words.en.ts';

/** Not named texts, so that they are loaded with their page only (`bundle/chunks.ts`). */
export const useAuthorizeWords = textsOf(en, {
  sv: () => import('./authorize-words.sv.ts'),
  de: () => import('./authorize-words.de.ts'),
});
