import { type Mail, onOneLine } from '../../../platform/mail/mail.ts';

interface CompleteMail {
  to: string;
  /** Display name of the influencer. */
  name: string;
  storeName: string;
  /** Address of the sign-in page. */
  address: string;
}

/** Composes the mail that notifies a store's member of complete social data of an influencer. */
export function completeMail({ to, name, storeName, address }: CompleteMail): Mail {
  const who = `"${onOneLine(name)}"`;
  const text = [
    'Hello,',
    '',
    `the social data of the influencer ${who} have been downloaded completely.`,
    `Members of "${onOneLine(storeName)}" find them among the influencers when they sign in:`,
    '',
    address,
    '',
  ].join('\n');
  return { to, subject: `The data of ${who} are complete`, text };
}
