import { type Mail, onOneLine } from '../../../platform/mail/mail.ts';

/** Actions of the store that participants are notified of by mail. */
export type News = 'invited' | 'accepted' | 'denied';

interface NewsMail {
  news: News;
  to: string;
  /** The campaign's title for creators. */
  title: string;
  storeName: string;
  /** The address where creators sign in. */
  address: string;
  /** The token with which the campaign is found there. */
  token: string;
}

/** Composes the mail that notifies a participant. Names are user-supplied, so they are reduced to one line. */
export function newsMail({ news, to, title, storeName, address, token }: NewsMail): Mail {
  const { subject, says } = WORDS[news](`"${onOneLine(title)}"`, `"${onOneLine(storeName)}"`);
  const text = ['Hello,', '', ...says, '', address, '', `The code of the campaign is ${token}.`, '', ...ENDS[news], ''];
  return { to, subject, text: text.join('\n') };
}

const WORDS: Record<News, (campaign: string, store: string) => { subject: string; says: string[] }> = {
  invited: (campaign, store) => ({
    subject: `Invitation to the campaign ${campaign}`,
    says: [
      `the shop ${store} invites you to take part in its campaign ${campaign}.`,
      'What it is about, and how to answer, you find when you sign in:',
    ],
  }),
  accepted: (campaign, store) => ({
    subject: `You take part in the campaign ${campaign}`,
    says: [
      `the shop ${store} has accepted you for its campaign ${campaign}.`,
      'How it goes on you find when you sign in:',
    ],
  }),
  denied: (campaign, store) => ({
    subject: `Your application to the campaign ${campaign}`,
    says: [
      `the shop ${store} has decided to go on without you in its campaign ${campaign}.`,
      'Your application you find when you sign in:',
    ],
  }),
};

const ENDS: Record<News, string[]> = {
  invited: ['If you do not want to take part, there is nothing that you need to do.'],
  accepted: ['Your clicks earn by the terms of the campaign from now on, as long as it runs.'],
  denied: ['Links that you have made to the shop go on as before.'],
};
