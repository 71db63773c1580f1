export const en = {
  headline: 'Every click counted. Every sum explained.',
  story:
    'Creators turn product pages into links that earn. Shops see what each one brought. At the end of the month everybody is paid, and every sum can be traced to its clicks and orders.',
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  wrong: 'The e-mail address or the password is not right.',
  demoTitle: 'Look around as',
  demoHint: 'A small market with a season of clicks and orders. Nothing you do here can break anything.',
  roles: { admin: 'Administrator', advertiser: 'Shop', agency: 'Agency', creator: 'Creator' },
  about: {
    admin: 'runs the market: people, months, money',
    advertiser: 'Nordic Runner: campaigns, orders, cost',
    agency: 'Nordljus: its creators and what they earn',
    creator: 'makes links, joins campaigns, gets paid',
  },
  reference: 'For programs: the API reference',
};
