import type { Language } from '../../language/languages.ts';

/** When the figures of the page were read; `ago` is a relative time, such as “12 seconds ago” or “now”. */
export const UPDATED: Record<Language, (ago: string) => string> = {
  en: (ago) => `Updated ${ago}`,
  sv: (ago) => `Uppdaterat ${ago}`,
  de: (ago) => `Stand: ${ago}`,
};
