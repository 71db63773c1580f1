import type { FastifyInstance } from 'fastify';
import { administrationRoutes } from './administration/routes.v2.ts';
import { balanceRoutes } from './balances/routes.v2.ts';
import { earningsRoutes } from './earnings/routes.v2.ts';
import { holdRoutes } from './holds/routes.v2.ts';
import { importRoutes } from './imports/routes.v2.ts';
import { partyInvoiceRoutes } from './invoices/party-routes.v2.ts';
import { invoiceRoutesLegacy } from './invoices/routes.legacy.ts';
import { invoiceRoutes } from './invoices/routes.v2.ts';
import { oneTimeRoutesLegacy } from './one-time/routes.legacy.ts';
import { openCostRoutes } from './open-costs/routes.v2.ts';
import type { PaymentParts } from './parts.ts';
import { periodRoutes } from './period-routes/routes.v2.ts';
import { paymentSetupPage } from './provider/page.ts';
import { providerRoutesLegacy } from './provider/routes.legacy.ts';
import { providerRoutes } from './provider/routes.v2.ts';
import { providerWebhook } from './provider/webhook.v2.ts';
import { systemRoutes } from './systems/routes.v2.ts';
import { voidRoutes } from './voids/routes.v2.ts';

/** Version 2 of everything about payments. */
export function paymentRoutesV2(app: FastifyInstance, parts: PaymentParts): void {
  providerRoutes(app, parts);
  providerWebhook(app, parts);
  invoiceRoutes(app, parts);
  partyInvoiceRoutes(app, parts);
  openCostRoutes(app, parts);
  earningsRoutes(app, parts);
  balanceRoutes(app, parts);
  holdRoutes(app);
  voidRoutes(app);
  importRoutes(app, parts);
  systemRoutes(app, parts);
  periodRoutes(app, parts);
  administrationRoutes(app, parts);
}

/** The unversioned paths about payments. */
export function paymentRoutesLegacy(app: FastifyInstance, parts: PaymentParts): void {
  providerRoutesLegacy(app, parts);
  invoiceRoutesLegacy(app, parts);
  oneTimeRoutesLegacy(app, parts);
  paymentSetupPage(app);
}
