import { type Mail, onOneLine } from '../../../platform/mail/mail.ts';
import { invitationAddress } from './address.ts';
import type { InviteTarget } from './target.ts';

interface InviteMail {
  target: InviteTarget;
  email: string;
  secret: string;
  publicUrl: string;
  expiresAt: Date;
}

/** The mail that brings an invitation. Names are other people's texts: in a mail they stay on one line. */
export function inviteMail({ target, email, secret, publicUrl, expiresAt }: InviteMail): Mail {
  const name = onOneLine(target.name);
  const what = target.kind === 'store' ? 'the shop' : 'the agency';
  const text = [
    'Hello,',
    '',
    `you are invited to represent ${what} "${name}" on Tributary. To accept, open this page:`,
    '',
    invitationAddress(publicUrl, secret),
    '',
    'If a program asks for it, this is the code of the invitation:',
    '',
    secret,
    '',
    `Both can be used once, until ${expiresAt.toISOString().slice(0, 10)}. Whoever has them can accept in your`,
    'place: pass them on to nobody.',
    '',
    'If you expected no invitation, there is nothing that you need to do.',
    '',
  ];
  return { to: email, subject: `Invitation to represent ${name} on Tributary`, text: text.join('\n') };
}
