/** Names, formats and units that no language translates. */
const NAMES = [
  ...['BIC', 'Bankgiro (SEK)', 'CSV', 'DATEV', 'Deutsch', 'English', 'Excel', 'Excel (XLSX)', 'Factur-X', 'IBAN', 'ID'],
  ...['JSON', 'Node.js', 'PDF', 'PayPal', 'Plusgiro (SEK)', 'PostgreSQL', 'ROAS', 'SHA-256', 'SIE', 'Stripe'],
  ...['Adtraction', 'Awin', 'Dub', 'Rewardful', 'Tradedoubler'],
  ...['Svenska', 'UBL', 'URL', 'Wise', 'go.example.com', '«0» MB', '«0» ms'],
  // Words that are the same in English and in the other language.
  ...[
    'Administration',
    'Bank',
    'Bonus',
    'Bot',
    'Budget',
    'Format',
    'Partner',
    'Person',
    'Server',
    'Standard',
    'Status',
    'Status: «0»',
  ],
  ...['System', 'Team', 'Text', 'Token', 'Version «0»', 'Version «0», «1»', 'Webhooks'],
];

/** The texts of each language that are the same in English, and rightly so. `«0»` is the first value of a sentence. */
export const SAME = {
  sv: [
    ...NAMES,
    ...[
      'Brief',
      'Cookie stuffing',
      'Ctrl K',
      'End',
      'Home',
      'In',
      'Order',
      'Order «0»',
      'Per order',
      'Period',
      'Prefix',
      'Program',
      'Session',
    ],
    ...['Sort code', 'https://www.shop.com/shoes', 'order «0»', '«0», version «1»', 'undefined: undefined, undefined'],
  ],
  de: [
    ...NAMES,
    ...['Administrator', 'Code', 'Creator', 'Creator «0»', 'Domain', 'Domains', 'Feed', 'Hashtags', 'Link', 'Link «0»'],
    ...['Links', 'Logo', 'Manager', 'Name', 'Name in VIES', 'Optional', 'Optional.', 'Passkeys', 'SHA-256 «0»'],
    ...['Sandboxes', 'Shop', 'Shops', 'Tablet', 'Tracking', 'Upload', '«0» in «1»', 'undefined: undefined, undefined'],
  ],
};
