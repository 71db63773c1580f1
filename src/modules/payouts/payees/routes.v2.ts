import type { FastifyInstance } from 'fastify';
import { adminOnly, inPerson } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { requestedLanguage } from '../../../platform/http/requested-locale.ts';
import type { PayoutDeps } from '../deps.ts';
import { OWNER_PATHS } from '../owner.ts';
import { removeAccount, saveAccount } from '../payout-accounts/save-account.ts';
import { repeatVatCheck } from '../vat-checks/check-vat-number.ts';
import { confirmVatNumber } from '../vat-checks/confirm-vat-number.ts';
import { presentPayee } from './present.ts';
import { lockPayee, readPayee } from './read-payee.ts';
import { consent, savePayee } from './save-payee.ts';
import { AccountBody, ConsentBody, PayeeBody, PayeeRecord, VatConfirmationBody } from './schemas.ts';

const shared = { tags: ['Payouts'], addition: true, replies: { 200: PayeeRecord } } as const;

/** The legal identity, without what others add to it. */
const versionOf = ({ details }: Pick<ReturnType<typeof presentPayee>, 'details'>) => {
  const { vat_confirmed_at: _, updated_at: __, ...identity } = details ?? {};
  return identity;
};

/** Payees and their accounts: of creators and of agencies. */
export function payeeRoutes(app: FastifyInstance, { company, vault, payouts, paymentProvider }: PayoutDeps): void {
  for (const { account, path, suffix, reads, decides } of OWNER_PATHS) {
    operation(app, {
      ...shared,
      method: 'GET',
      url: `/v2/${path}/payee`,
      operationId: `getPayee${suffix}`,
      summary: 'Read the legal identity, the consent and the payout accounts of a payee',
      policy: reads,
      version: versionOf,
      handle: async ({ ctx, resource: { id }, request, reply }) =>
        presentPayee(await readPayee(ctx, { account, id }), company.name, requestedLanguage(request, reply)),
    });

    operation(app, {
      ...shared,
      method: 'PUT',
      url: `/v2/${path}/payee`,
      operationId: `savePayee${suffix}`,
      scope: 'money',
      presence: 'owner',
      summary: 'Save the legal identity of a payee',
      description: 'The name and address on statements and payments. The format of the VAT number is checked.',
      policy: decides,
      body: PayeeBody,
      current: async ({ ctx, resource: { id } }) =>
        versionOf(presentPayee(await lockPayee(ctx, { account, id }), company.name, 'en')),
      handle: async ({ ctx, resource: { id }, body, request, reply }) => {
        const details = {
          kind: body.kind,
          legalName: body.legal_name,
          street: body.street,
          postalCode: body.postal_code,
          city: body.city,
          country: body.country,
          vatStatus: body.vat_status,
          vatNumber: body.vat_number ?? null,
          taxNumber: body.tax_number?.trim() || null,
          taxFields: body.tax_fields ?? {},
        };
        return presentPayee(
          await savePayee(ctx, payouts, { account, id }, details),
          company.name,
          requestedLanguage(request, reply),
        );
      },
    });

    operation(app, {
      ...shared,
      method: 'POST',
      url: `/v2/${path}/payee/consent`,
      operationId: `consentToSelfBilling${suffix}`,
      scope: 'money',
      presence: 'owner',
      summary: 'Consent to self-billing',
      description: 'The payee’s record contains the text and its version. Consenting again changes nothing.',
      policy: decides,
      body: ConsentBody,
      errors: ['payee_missing', 'outdated_version'],
      handle: async ({ ctx, resource: { id }, body, request, reply }) =>
        presentPayee(await consent(ctx, { account, id }, body), company.name, requestedLanguage(request, reply)),
    });

    operation(app, {
      ...shared,
      method: 'POST',
      url: `/v2/${path}/payee/vat-check`,
      operationId: `checkVatNumber${suffix}`,
      scope: 'money',
      presence: 'token',
      summary: 'Check the VAT number of a payee in the register again',
      description:
        'The check runs automatically when a number is saved. A moment later, `vat_check` of the payee contains the result.',
      policy: reads,
      errors: ['payee_missing', 'cannot_check'],
      handle: async ({ ctx, resource: { id }, request, reply }) =>
        presentPayee(
          await repeatVatCheck(ctx, payouts, { account, id }),
          company.name,
          requestedLanguage(request, reply),
        ),
    });

    operation(app, {
      ...shared,
      method: 'POST',
      url: `/v2/${path}/payee/vat-confirmation`,
      operationId: `confirmVatNumber${suffix}`,
      scope: 'money',
      presence: 'fresh',
      summary: 'Confirm that a VAT number is the payee’s',
      description:
        'No VAT is paid to a payee before. A change of the number, the name or the country ends the confirmation. Nobody confirms their own.',
      policy: inPerson(adminOnly),
      body: VatConfirmationBody,
      errors: ['payee_missing', 'own_payee'],
      handle: async ({ ctx, params, body, request, reply }) => {
        // The only parameter: the user or the client.
        const id = Object.values<number>(params)[0]!;
        return presentPayee(
          await confirmVatNumber(ctx, { account, id }, { vatNumber: body.vat_number }),
          company.name,
          requestedLanguage(request, reply),
        );
      },
    });

    operation(app, {
      ...shared,
      method: 'POST',
      url: `/v2/${path}/payout-accounts`,
      operationId: `savePayoutAccount${suffix}`,
      scope: 'money',
      presence: 'owner',
      summary: 'Add or replace a payout account',
      description:
        'It replaces the account of the same currency. It is stored encrypted and never returned in full. The payee is notified by mail, and nothing is paid to the account before `PAYOUT_ACCOUNT_DELAY_DAYS` have passed.',
      // A caller who can set the account could redirect the money.
      needs: 'owner',
      policy: decides,
      body: AccountBody,
      errors: ['payee_missing'],
      handle: async ({ ctx, resource: { id }, body, request, reply }) => {
        const deps = {
          vault,
          accountDelayDays: payouts.accountDelayDays,
          hasTransfers: paymentProvider.name === 'stripe',
        };
        return presentPayee(
          await saveAccount(ctx, deps, { account, id }, body),
          company.name,
          requestedLanguage(request, reply),
        );
      },
    });

    operation(app, {
      ...shared,
      method: 'DELETE',
      url: `/v2/${path}/payout-accounts/:payout_account`,
      operationId: `removePayoutAccount${suffix}`,
      scope: 'money',
      presence: 'owner',
      summary: 'Remove a payout account',
      needs: 'owner',
      policy: decides,
      handle: async ({ ctx, resource: { id }, params, request, reply }) =>
        presentPayee(
          await removeAccount(ctx, { account, id }, { accountId: params.payout_account }),
          company.name,
          requestedLanguage(request, reply),
        ),
    });
  }
}
