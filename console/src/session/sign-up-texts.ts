import { textsOf } from '../language/texts.ts';
import { en } from './sign-up-texts.en.ts';

/** Texts of signing up, of invitations and of the pages to which mails link, apart from those that every page loads. */
export const useSignUpTexts = textsOf(en, {
  sv: () => import('./sign-up-texts.sv.ts'),
  de: () => import('./sign-up-texts.de.ts'),
});
