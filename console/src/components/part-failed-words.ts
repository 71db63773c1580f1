import type { Language } from '../language/languages.ts';

/**
 * The texts that are shown when a part of the program cannot be loaded. They are loaded with the program in all languages, because
 * the files of other texts may be missing, too.
 */
export const PART_FAILED_WORDS: Record<
  Language,
  { title: string; text: string; retry: string; replaced: string; reload: string }
> = {
  en: {
    title: 'This part could not be loaded',
    text: 'Check your connection. Nothing that you entered is lost.',
    retry: 'Try again',
    replaced: 'The console has been updated since you opened it. Reload the page to continue.',
    reload: 'Reload the page',
  },
  sv: {
    title: 'Den här delen kunde inte läsas in',
    text: 'Kontrollera anslutningen. Inget av det du har skrivit in har gått förlorat.',
    retry: 'Försök igen',
    replaced: 'Konsolen har uppdaterats sedan du öppnade den. Läs in sidan igen för att fortsätta.',
    reload: 'Läs in sidan igen',
  },
  de: {
    title: 'Dieser Teil konnte nicht geladen werden',
    text: 'Prüfen Sie die Verbindung. Ihre Eingaben sind nicht verloren.',
    retry: 'Erneut versuchen',
    replaced: 'Die Konsole wurde aktualisiert, seit Sie sie geöffnet haben. Laden Sie die Seite neu, um fortzufahren.',
    reload: 'Seite neu laden',
  },
};
