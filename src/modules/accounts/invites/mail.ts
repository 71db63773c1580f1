import type { Language } from '../../../platform/locale.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { composeMail } from '../messages/render.ts';
import type { InviteTarget } from './target.ts';

interface InviteMail {
  target: InviteTarget;
  email: string;
  secret: string;
  publicUrl: string;
  /** The name of the marketplace. */
  market: string;
  expiresAt: Date;
  /** Ends invitations to the address; undefined for an address with an account. */
  unsubscribeUrl: string | undefined;
}

/** The mail that brings an invitation. */
export function inviteMail(
  language: Language,
  { target, email, secret, publicUrl, market, expiresAt, unsubscribeUrl }: InviteMail,
): Mail {
  const { kind, name } = target;
  // Browsers do not send what follows `#`: no log and no proxy sees the code.
  const url = `${publicUrl}/invitations#${secret}`;
  const values = { kind, name, url, secret, until: expiresAt.toISOString().slice(0, 10) };
  return composeMail(language, { to: email, name: 'team_invite', values, market, unsubscribeUrl });
}
