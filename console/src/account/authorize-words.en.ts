export const en = {
  title: 'Permit a program to act for you?',
  hint: 'A program on your computer asks to use your account. Permit it only if you have just started the program yourself.',
  incomplete: 'This address is incomplete. Start again in the program.',
  named: (name: string) => `A program that calls itself “${name}” asks to act in your name.`,
  unnamed: 'A program without a name asks to act in your name.',
  unverified:
    'Nobody has verified this name. Continue only if you have just started it yourself. The marketplace never asks you to permit a program.',
  returns: 'Where it runs',
  local: 'A program on this computer',
  may: 'What it may do',
  scopes: {
    read: 'Read what you can see: links, clicks, orders, campaigns and statistics',
    links: 'Create and change links, after you have confirmed each change',
    campaigns: 'Write comments in campaigns, after you have confirmed each',
  },
  never: 'What it can never do',
  neverText:
    'See or change payouts, payments, bank accounts or invoices, set prices, or reach passwords, keys, team members or the account.',
  ends: 'The permission ends after 90 days, when you change your password, when you sign out everywhere, or when you end it in your account.',
  permit: 'Permit',
  refuse: 'Refuse',
  cannot: 'This request can’t be permitted, because the program has made a mistake.',
  back: 'Back to the program',
};
