import type { Mail } from '../../../platform/mail/mail.ts';

/** A mail about an address that somebody has typed in; with a code, or without one where there is nothing to prove. */
export type CodeMail = { to: string; publicUrl: string } & (
  | { kind: 'sign_up' | 'password_reset' | 'email_change'; code: string }
  | { kind: 'known' | 'taken' }
);

const ONCE = 'The address can be used once, within an hour. Pass it on to nobody.';

/**
 * Writes a mail about an address. It holds nothing that was typed in by whoever asked for it, so that nobody can have words of theirs
 * sent by us, and its lines are short and plain, so that it is sent as it is written.
 */
export function codeMail(mail: CodeMail): Mail {
  const { subject, lines } = wordsOf(mail);
  return { to: mail.to, subject, text: ['Hello,', '', ...lines, ''].join('\n') };
}

function wordsOf(mail: CodeMail): { subject: string; lines: string[] } {
  const { publicUrl } = mail;
  switch (mail.kind) {
    case 'sign_up':
      return {
        subject: 'Confirm your e-mail address',
        lines: [
          'you have signed up at Tributary. To confirm your address, open:',
          ...['', `${publicUrl}/console/verify?code=${mail.code}`, '', ONCE, ''],
          'If it was not you, there is nothing that you need to do.',
        ],
      };
    case 'password_reset':
      return {
        subject: 'Choose a new password',
        lines: [
          'somebody has asked for a new password for your account at Tributary.',
          'If it was you, choose it here:',
          ...['', `${publicUrl}/console/reset?code=${mail.code}`, '', ONCE, ''],
          'If it was not you, your password stays as it is.',
        ],
      };
    case 'email_change':
      return {
        subject: 'Confirm your new e-mail address',
        lines: [
          'this is to become the address of your account at Tributary.',
          'To confirm it, sign in and open:',
          ...['', `${publicUrl}/console/change?code=${mail.code}`, '', ONCE, ''],
          'If it was not you, there is nothing that you need to do.',
        ],
      };
    case 'known':
      return {
        subject: 'You have an account already',
        lines: [
          'somebody has signed up at Tributary with your address, which has an',
          'account already. If it was you, sign in, or choose a new password:',
          ...['', `${publicUrl}/console/sign-in`, `${publicUrl}/console/forgotten`, ''],
          'If it was not you, there is nothing that you need to do.',
        ],
      };
    case 'taken':
      return {
        subject: 'Your address was not moved',
        lines: [
          'somebody wanted to give another account at Tributary your address.',
          'Your address has an account already, and nothing has changed.',
        ],
      };
  }
}
