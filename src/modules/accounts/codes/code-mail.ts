import type { Language } from '../../../platform/locale.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { composeMail } from '../messages/render.ts';

/** A mail about an entered address, with a code if the address is to be proven. */
export type CodeMail = { to: string; publicUrl: string; market: string } & (
  | { kind: 'sign_up' | 'password_reset' | 'email_change' | 'sign_in'; code: string }
  | { kind: 'known' | 'taken' }
);

const PAGES = { sign_up: 'verify', password_reset: 'reset', email_change: 'change' } as const;

/**
 * Writes a mail about an address. It contains no text that the requester entered, so that the service cannot be used to send
 * other people's texts.
 */
export function codeMail(language: Language, mail: CodeMail): Mail {
  const { to, publicUrl, market } = mail;
  switch (mail.kind) {
    case 'known': {
      const values = { signInUrl: `${publicUrl}/console/sign-in`, forgottenUrl: `${publicUrl}/console/forgotten` };
      return composeMail(language, { to, name: 'address_known', values, market });
    }
    case 'taken':
      return composeMail(language, { to, name: 'address_taken', values: {}, market });
    case 'sign_in':
      return composeMail(language, { to, name: 'sign_in', values: { code: mail.code }, market });
    default: {
      const url = `${publicUrl}/console/${PAGES[mail.kind]}?code=${mail.code}`;
      return composeMail(language, { to, name: mail.kind, values: { url }, market });
    }
  }
}
