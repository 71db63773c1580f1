import type { FastifyInstance } from 'fastify';
import type { PaymentParts } from './parts.ts';
import { paymentSetupPage } from './provider/page.ts';
import { providerRoutesLegacy } from './provider/routes.legacy.ts';
import { providerRoutes } from './provider/routes.v2.ts';
import { providerWebhook } from './provider/webhook.v2.ts';

/** Version 2 of everything about payments. */
export function paymentRoutesV2(app: FastifyInstance, parts: PaymentParts): void {
  providerRoutes(app, parts);
  providerWebhook(app, parts);
}

/** The unversioned paths about payments. */
export function paymentRoutesLegacy(app: FastifyInstance, parts: PaymentParts): void {
  providerRoutesLegacy(app, parts);
  paymentSetupPage(app);
}
