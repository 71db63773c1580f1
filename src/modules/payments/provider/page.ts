import type { FastifyInstance } from 'fastify';
import { everyone } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';

/** The address to which the provider redirects users at the end of a session. */
export const setupPageAddress = (publicUrl: string): string => `${publicUrl}/payment-setup`;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Payment set-up – Tributary</title>
<h1>Thank you</h1>
<p>The payment provider informs us of your payment method. You may close this window.</p>
`;

/** The return page of the provider. It contains no personal data. */
export function paymentSetupPage(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/payment-setup',
    operationId: 'getPaymentSetupPage',
    summary: 'Return page of the payment provider',
    tags: ['Orders, invoices, payments'],
    addition: true,
    policy: everyone,
    replies: { 200: file('The page.', 'text/html') },
    handle: ({ reply }) => {
      reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'" });
      return PAGE;
    },
  });
}
