/** Texts of postbacks. */
export const en = {
  list: 'Your postbacks',
  none: { title: 'No postbacks', hint: 'A postback requests a URL of an ad network for each order of your links.' },
  add: 'Add a postback',
  urlHint:
    'Requested for each order and each change of it. Placeholders: {click_id}, {sub1} to {sub5}, {payout}, {currency}, {order_status}, {order}.',
  preset: 'Service',
  presetHint: 'A template for another service can be changed before it is created.',
  ownRequest: 'Own request',
  subHint:
    'The service’s own id of the visit (client_id, fbclid or ttclid) is taken from sub5 of your link. Only the sums, the time and the number of the order and a hash of the click are sent.',
  content: 'Content',
  contents: { none: 'None: GET', json: 'POST with JSON', form: 'POST with a form' },
  body: 'Body',
  bodyHint: 'Placeholders stand in texts: “{value}”. A property without its value is left out.',
  headers: 'Headers',
  headersHint: 'One on each line: Name: value',
  secret: (name: string) => `Your value: ${name}`,
  secretHint: 'It is encrypted and never shown again.',
  make: 'Create postback',
  made: 'Postback created',
  url: 'URL',
};
