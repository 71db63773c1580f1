import type { Language } from '../../../platform/locale.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { hasContact, isPublicName } from '../../../platform/text/public-name.ts';
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
  // Teams that were named before names were checked are not named. The name of a store may be its domain.
  const isMailable = kind === 'store' ? !hasContact(name) : isPublicName(name);
  const values = {
    kind,
    name: isMailable ? name : null,
    url,
    secret,
    until: expiresAt.toISOString().slice(0, 10),
  };
  return composeMail(language, { to: email, name: 'team_invite', values, market, unsubscribeUrl });
}
