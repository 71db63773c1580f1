import { type Mail, onOneLine } from '../../../platform/mail/mail.ts';

interface CompleteMail {
  to: string;
  /** What the influencer is called by. */
  name: string;
  storeName: string;
  /** Where members sign in. */
  address: string;
}

/** The mail that tells a store's member that what an influencer's networks say of them is there. */
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
