import { textsOf } from '../../language/texts.ts';
import { en } from './texts.en.ts';

/** How channels are named and whether they are proven, for creators and for the stores that read of them. */
export const useChannelWords = textsOf(en, { sv: () => import('./texts.sv.ts'), de: () => import('./texts.de.ts') });
