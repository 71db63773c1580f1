import { expect, test } from 'vitest';
import { createTestApplication } from './harness/application.ts';

/** Paths to which records are posted and that have no GET, each with where the records are read, or why there are none. */
const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  '/v2/sessions': 'a session is read by /v2/me/sessions',
  '/v2/sessions/console': 'the same',
  '/v2/sessions/passkey': 'the same',
  '/v2/sessions/console/passkey': 'the same',
  '/v2/sessions/from-identity': 'the same',
  '/oauth/register': 'belongs to nobody; permissions of programs are read by /v2/me/grants',
  '/v2/email-verifications': 'opens a session',
  '/v2/email-verifications/console': 'the same',
  '/v2/password-resets': 'a mail; nobody may read whether an account exists',
  '/v2/me/email-changes': 'a mail',
  '/v2/me/second-factor/totp': 'a secret that is shown once; /v2/me/second-factor reads the state',
  '/v2/me/second-factor/recovery-codes': 'the same',
  '/v2/me/passkeys/challenges': 'a challenge, which is used once',
  '/v2/passkeys/challenges': 'the same',
  '/users/access-token/from-email': 'a token that is shown once',
  '/users/access-token/from-id': 'the same',
  '/v2/advertisers/{advertiser}/order-signing-secrets':
    'a secret that is shown once; the settings of the pixel say since when it exists',
  '/v2/advertiser-representatives': 'the members of a store are read by its team',
  '/advertiser/register-store': 'a store is read by /v2/stores/{store}',
  '/v2/offers/{offer}/duplicate': 'a campaign is read by the list of campaigns',
  '/v2/stores/{store}/campaign-templates/{campaign_template}/offers': 'the same',
  '/stores/{id}/user/{userId}/offer': 'the same',
  '/v2/stores/{store}/creator-lists/{list}/members': 'read by the search for creators, with `list`',
  '/v2/clients/{client}/creator-lists/{list}/members': 'the same',
  '/v2/deliverables/{deliverable}/submissions': 'read with the deliverables of a participant',
  '/v2/publications/{publication}/proofs': 'read with the publication',
  '/v2/deliverables/{deliverable}/submission-pictures': 'the same',
  '/v2/stores/{store}/message-attachments': 'read in the conversation of each recipient',
  '/v2/offer-users/{offerUser}/comments': 'read with the activities of a participant',
  '/v2/order-claims': 'read by store and by creator',
  '/v2/order-claims/{order_claim}/evidence': 'read with the claim',
  '/v2/appeals/{appeal}/comments': 'read with the appeal',
  '/v2/payments/invoices/{invoice}/credit-notes': 'read by the lists of invoices',
  '/v2/users/{user}/payout-accounts': 'read with the payee',
  '/v2/clients/{client}/payout-accounts': 'the same',
  '/v2/sandboxes/{sandbox}/sessions': 'a code that is shown once',
  '/v2/sandboxes/{sandbox}/traffic': 'read as the clicks and orders of the sandbox',
  '/v2/bank-files': 'read by the entries of the bank',
};

test('every collection that can be written to can be read', async () => {
  const { app } = await createTestApplication();
  const { paths } = (await app.inject('/openapi.json')).json() as {
    paths: Record<string, { get?: object; post?: { responses: Record<string, object> } }>;
  };
  const names = Object.keys(paths);
  const hasRecords = (path: string) =>
    names.some((other) => other.startsWith(`${path}/{`) && !other.slice(path.length + 1).includes('/'));
  const closed = names.filter((path) => {
    const { get, post } = paths[path]!;
    return post !== undefined && get === undefined && ('201' in post.responses || hasRecords(path));
  });
  expect(closed.toSorted()).toEqual(Object.keys(READ_ELSEWHERE).toSorted());
  expect(paths['/v2/users/{user}/affiliate-links']!.get).toBeDefined();
});
