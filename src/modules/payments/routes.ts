import type { FastifyInstance } from 'fastify';
import { accountingRoutes } from './accounting/routes.v2.ts';
import { administrationRoutes } from './administration/routes.v2.ts';
import { balanceRoutes } from './balances/routes.v2.ts';
import { creditNoteRoutes } from './credit-notes/routes.v2.ts';
import type { PaymentDeps } from './deps.ts';
import { dunningRoutes } from './dunning/routes.v2.ts';
import { earningsRoutes } from './earnings/routes.v2.ts';
import { guaranteeRoutes } from './guarantees/routes.v2.ts';
import { holdRoutes } from './holds/routes.v2.ts';
import { importRoutes } from './imports/routes.v2.ts';
import { partyInvoiceRoutes } from './invoices/party-routes.v2.ts';
import { invoiceRoutesLegacy } from './invoices/routes.legacy.ts';
import { invoiceRoutes } from './invoices/routes.v2.ts';
import { unpaidInvoiceRoutes } from './invoices/unpaid-routes.v2.ts';
import { oneTimeRoutesLegacy } from './one-time/routes.legacy.ts';
import { openCostRoutes } from './open-costs/routes.v2.ts';
import { participantPaymentRoutes } from './participant-payments/routes.v2.ts';
import { paymentLinkRoutes } from './payment-links/routes.v2.ts';
import { periodRoutes } from './period-routes/routes.v2.ts';
import { prepaidRoutes } from './prepaid/routes.v2.ts';
import { paymentSetupPage } from './provider/page.ts';
import { providerRoutesLegacy } from './provider/routes.legacy.ts';
import { providerRoutes } from './provider/routes.v2.ts';
import { providerWebhook } from './provider/webhook.v2.ts';
import { systemRoutes } from './systems/routes.v2.ts';
import { voidRoutes } from './voids/routes.v2.ts';

/** All routes of payments in version 2. */
export function paymentRoutesV2(app: FastifyInstance, deps: PaymentDeps): void {
  providerRoutes(app, deps);
  providerWebhook(app, deps);
  invoiceRoutes(app, deps);
  partyInvoiceRoutes(app, deps);
  unpaidInvoiceRoutes(app, deps);
  openCostRoutes(app, deps);
  participantPaymentRoutes(app);
  earningsRoutes(app, deps);
  balanceRoutes(app, deps);
  holdRoutes(app);
  voidRoutes(app);
  importRoutes(app, deps);
  systemRoutes(app, deps);
  periodRoutes(app, deps);
  administrationRoutes(app, deps);
  accountingRoutes(app, deps);
  dunningRoutes(app, deps);
  paymentLinkRoutes(app, deps);
  creditNoteRoutes(app, deps);
  prepaidRoutes(app, deps);
  guaranteeRoutes(app, deps);
}

/** All unversioned paths of payments. */
export function paymentRoutesLegacy(app: FastifyInstance, deps: PaymentDeps): void {
  providerRoutesLegacy(app, deps);
  invoiceRoutesLegacy(app, deps);
  oneTimeRoutesLegacy(app, deps);
  paymentSetupPage(app);
}
