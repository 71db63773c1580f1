export const en = {
  headline: 'Every click counted. Every sum explained.',
  story:
    'Creators turn product pages into links that pay them. Shops see the results of every link. At the end of the month everyone is paid, and every amount can be traced to its clicks and orders.',
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  wrong: 'Wrong e-mail or password.',
  demoTitle: 'Explore the demo as',
  demoHint: 'Demo data; changes are shared with other visitors.',
  roles: { admin: 'Administrator', advertiser: 'Shop', agency: 'Agency', creator: 'Creator' },
  about: {
    admin: 'manages people, months and payments',
    advertiser: 'Nordic Runner: campaigns, orders, cost',
    agency: 'Nordljus: creators and earnings',
    creator: 'creates links, joins campaigns, gets paid',
  },
  reference: 'API reference',
};
