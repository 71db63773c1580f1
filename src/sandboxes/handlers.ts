import {
  createCodeDelivery,
  createDataExporter,
  createDigestSender,
  createNotificationMailer,
} from '../modules/accounts/index.ts';
import { createInvitationTeller, readMessages } from '../modules/campaigns/index.ts';
import { createBroadcastSender, createTriggerSender } from '../modules/messages/index.ts';
import { createPeriodCloser } from '../modules/payments/index.ts';
import { createTransferChecker, createTransferSender, createVatNumberChecker } from '../modules/payouts/index.ts';
import { createPublicationChecker } from '../modules/publications/index.ts';
import { createDeliverer } from '../modules/webhooks/index.ts';
import { handler, type JobHandler } from '../platform/jobs/handler.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { createFileRemover } from '../platform/storage/remove-file.ts';
import type { Inside } from './inside.ts';

/** The handlers of a sandbox's jobs: those of production, except that mails go to its inbox and the CRM receives nothing. */
export function handlersOf(inside: Inside): JobHandler[] {
  const { db, pool, now, calendar, config, storage, outbound, vault, paymentProvider } = inside;
  const { company, publicUrl } = config;
  const notifying = { db, now, publicUrl };
  const transferring = { db, now, calendar, vault, paymentProvider };
  return [
    handler(sendMail, async ({ to, subject, text }, { id }) => {
      await pool.query(
        'INSERT INTO sandbox.inbox (job_id, recipient, subject, body, sent_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
        [id, to, subject, text, now()],
      );
    }),
    createFileRemover(storage),
    createCodeDelivery({ db, now, publicUrl }),
    createDataExporter({ db, now }),
    createNotificationMailer({ ...notifying, readMessages }),
    createDigestSender(notifying),
    createInvitationTeller(notifying),
    createBroadcastSender(notifying),
    createTriggerSender(notifying),
    createPeriodCloser({ db: inside.withoutStatementTimeout, progressDb: db, now, calendar, company }),
    createVatNumberChecker({ db, now, outbound, company, vies: null }),
    createPublicationChecker({ db, now, outbound }),
    createTransferSender(transferring),
    createTransferChecker(transferring),
    createDeliverer({ db, now, publicUrl, outbound, vault }),
  ];
}
