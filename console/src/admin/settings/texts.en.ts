export const en = {
  title: 'Settings',
  hint: 'Settings of the marketplace. Changes apply immediately.',
  save: 'Save settings',
  saved: 'Settings saved.',
  fields: {
    registration: 'Store registration',
    registrationHint: 'Who can register a store.',
    registrations: {
      closed: 'Administrators only',
      approval: 'Everyone, with approval by an administrator',
      open: 'Everyone, without approval',
    },
    credit: 'Credit limit (EUR)',
    creditHint: 'Unpaid cost that a store may have, unless it has its own limit.',
    verified: 'Credit limit with a verified payment method (EUR)',
    verifiedHint: 'Applies when the payment provider has verified the method.',
    storeDaily: 'Paid clicks per network, store and day',
    creatorDaily: 'Paid clicks per network, creator and day',
    minute: 'Paid clicks per network and minute',
    networkHint: 'Further clicks are counted as visits and not paid.',
  },
};
