import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly, inPerson } from '../../../platform/auth/policy.ts';
import { currencyCode, money, nameSchemas, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import { requestedLanguage } from '../../../platform/http/requested-locale.ts';
import { moneyObject } from '../../../platform/money.ts';
import type { PaymentDeps } from '../deps.ts';
import { month } from '../period-routes/schemas.ts';
import { type Accounts, ROLES, roleName } from './chart.ts';
import { exportMonth, readTrialBalance } from './export.ts';
import { FORMATS, type Format } from './files.ts';
import { type AccountingSettings, readAccountingSettings, saveAccountingSettings } from './settings.ts';

const shared = { tags: ['Accounting'], addition: true, policy: adminOnly } as const;
const REFUSALS = ['period_open', 'no_exchange_rate'] as const;

const account = () => text({ min: 4, max: 8, examples: ['1510'] });
const numbers = {
  currency: currencyCode({ description: 'The currency of the books.' }),
  datev_consultant: whole({ min: 1001, max: 9_999_999, description: 'Number of the consultant at DATEV.' }),
  datev_client: whole({ min: 1, max: 99_999, description: 'Number of the client at DATEV.' }),
};
const byRole = (of: () => ReturnType<typeof account>) =>
  Object.fromEntries(ROLES.map((role) => [role, of()])) as Record<keyof Accounts, ReturnType<typeof account>>;

const Settings = Type.Object({
  ...numbers,
  accounts: Type.Object(byRole(account), { description: 'Account numbers by role.' }),
});
const SettingsBody = Type.Object({
  ...numbers,
  accounts: Type.Partial(Type.Object(byRole(account)), {
    additionalProperties: false,
    description: 'Omitted fields have the default of the company’s country.',
  }),
});

const TrialBalance = Type.Object({
  month: month(),
  currency: currencyCode(),
  debit: money({ description: 'Of all accounts; equal to the credit.' }),
  credit: money(),
  accounts: Type.Array(
    Type.Object({
      account: account(),
      role: oneOf(ROLES),
      name: Type.String(),
      opening: money({ signed: true, description: 'Positive for a debit.' }),
      debit: money(),
      credit: money(),
      closing: money({ signed: true }),
    }),
  ),
  omitted: Type.Array(currencyCode(), {
    description:
      'Currencies without an exchange rate. Nothing of them is in the books until rates are loaded (`load-rates`).',
  }),
});

/** The books, for administrators. */
export function accountingRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { company } = deps;
  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/admin/accounting-settings',
    operationId: 'adminGetAccountingSettings',
    summary: 'Read the chart of accounts and the currency of the books',
    replies: { 200: Settings },
    handle: async ({ ctx }) => presentSettings(await readAccountingSettings(ctx, company)),
  });

  operation(app, {
    ...shared,
    method: 'PUT',
    policy: inPerson(adminOnly),
    scope: 'money',
    url: '/v2/admin/accounting-settings',
    operationId: 'adminSetAccountingSettings',
    presence: 'fresh',
    summary: 'Set the chart of accounts and the currency of the books',
    description: 'Later exports of earlier months use the new settings, too.',
    body: SettingsBody,
    replies: { 200: Settings },
    handle: async ({ ctx, body }) =>
      presentSettings(
        await saveAccountingSettings(ctx, company, {
          currency: body.currency,
          accounts: body.accounts,
          datevConsultant: body.datev_consultant,
          datevClient: body.datev_client,
        }),
      ),
  });

  operation(app, {
    ...shared,
    method: 'GET',
    scope: 'money',
    url: '/v2/payments/periods/:month/trial-balance',
    operationId: 'getTrialBalance',
    presence: 'token',
    summary: 'The trial balance of a closed month',
    description:
      'Balances in other currencies are valued at the rates of the end of the month; gains and losses have accounts of their own.',
    params: { month: month() },
    replies: { 200: TrialBalance },
    errors: [...REFUSALS],
    handle: async ({ ctx, params, request, reply }) => {
      const language = requestedLanguage(request, reply);
      const { settings, lines, omitted } = await readTrialBalance(ctx, deps, { month: params.month });
      const printed = (minor: number) => moneyObject({ minor, currency: settings.currency });
      const sum = (of: 'debit' | 'credit') => printed(lines.reduce((total, line) => total + line[of], 0));
      return {
        month: params.month,
        currency: settings.currency,
        debit: sum('debit'),
        credit: sum('credit'),
        accounts: lines.map(({ role, opening, debit, credit, closing }) => ({
          account: settings.accounts[role],
          role,
          name: roleName(role, language),
          opening: printed(opening),
          debit: printed(debit),
          credit: printed(credit),
          closing: printed(closing),
        })),
        omitted,
      };
    },
  });

  operation(app, {
    ...shared,
    method: 'GET',
    policy: inPerson(adminOnly),
    scope: 'money',
    url: '/v2/payments/periods/:month/accounting-export',
    operationId: 'exportAccounting',
    presence: 'fresh',
    summary: 'The postings of a closed month for an accounting system',
    description:
      '`sie`: SIE 4 in code page 437. `datev`: EXTF. `csv`: one row for each posting, with the amount before conversion. The audit log records each export with its SHA-256. Currencies without an exchange rate are left out; the header `x-omitted-currencies` names them.',
    params: { month: month() },
    query: { format: oneOf(Object.keys(FORMATS) as Format[]) },
    replies: { 200: file('The file.', 'application/x-sie', 'text/csv') },
    errors: [...REFUSALS],
    handle: async ({ ctx, params, query: { format }, reply }) => {
      const { name, mediaType, content, sha256, omitted } = await exportMonth(ctx, deps, {
        month: params.month,
        format,
      });
      reply.type(mediaType);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      reply.header('x-content-sha256', sha256);
      if (omitted.length > 0) reply.header('x-omitted-currencies', omitted.join(', '));
      reply.header('cache-control', 'no-store');
      return content;
    },
  });
}

function presentSettings({ currency, accounts, datevConsultant, datevClient }: AccountingSettings) {
  return { currency, accounts, datev_consultant: datevConsultant, datev_client: datevClient };
}

nameSchemas({ AccountingSettings: Settings, AccountingSettingsInput: SettingsBody, TrialBalance });
