import type { InLanguages } from '../platform/locale.ts';

/** The texts on pages of sandboxes, which the sandbox cannot change. They are HTML. */
export const NOTICES: InLanguages<{ notice: string; title: string; leads: string; follow: string }> = {
  en: {
    notice:
      'This is a test environment. Its texts and links come from the person who tests. Do not enter passwords or bank details.',
    title: 'Test link of a sandbox',
    leads: 'This test link of a sandbox leads to another website. The operator of this service has not checked it:',
    follow: 'Continue to this website',
  },
  sv: {
    notice:
      'Detta är en testmiljö. Texter och länkar kommer från den som testar. Ange inga lösenord eller bankuppgifter.',
    title: 'Testlänk i en sandlåda',
    leads: 'Den här testlänken i en sandlåda leder till en annan webbplats. Tjänstens operatör har inte granskat den:',
    follow: 'Fortsätt till webbplatsen',
  },
  de: {
    notice:
      'Dies ist eine Testumgebung. Texte und Links stammen von der Person, die testet. Geben Sie keine Passwörter oder Bankdaten ein.',
    title: 'Testlink einer Sandbox',
    leads:
      'Dieser Testlink einer Sandbox führt zu einer anderen Website. Der Betreiber dieses Dienstes hat sie nicht geprüft:',
    follow: 'Weiter zu dieser Website',
  },
};

/** `all: initial` on the notice: no style sheet of the page applies to it. */
export const NOTICE_STYLE =
  '#sandbox-notice{all:initial!important;display:block!important;position:sticky!important;top:0!important;z-index:2147483647!important;padding:.6em 1em!important;background:#ffd54a!important;color:#1a1a1a!important;font:16px/1.4 system-ui,sans-serif!important;border-bottom:2px solid #1a1a1a!important}#sandbox-notice strong{font:inherit!important;font-weight:700!important}';
