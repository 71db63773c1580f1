import type { Catalogue } from './message.ts';
import { NO_ALARM, type SecurityEvent } from './security-event.ts';

const ONCE = 'The address can be used once, within an hour. Pass it on to nobody.';
const NOTHING_TO_DO = 'If it was not you, there is nothing that you need to do.';
const TELL_US = 'If this was not you, tell us at once and change your password.';

const CHANGES: Record<SecurityEvent, string> = {
  password_changed: 'Your password was changed, and your other sessions were ended.',
  password_reset: 'Your password was replaced by a new one, and you were signed out everywhere.',
  email_change_requested: 'Somebody who is signed in to your account wants to give it another e-mail address.',
  email_changed: 'Your account has another e-mail address from now on. This address is not used any more.',
  token_created: 'An API token was made for your account.',
  second_factor_added: 'A second factor was added to your account. It is asked for when you sign in.',
  second_factor_removed: 'The second factor of your account was removed.',
  passkey_added: 'A passkey was added to your account. It can be used to sign in.',
  passkey_removed: 'A passkey of your account was removed.',
  recovery_codes_made: 'New recovery codes were made for your account. The former ones are worthless.',
  approved: 'Your account was approved. You can make links and join campaigns from now on.',
  role_changed: 'Your role in a team was changed. The console shows what you can do now.',
  removed_from_team: 'You were removed from a team. You no longer act for it.',
  deletion_requested: 'Your account is going to be deleted. Until then you can sign in and keep it.',
};

const PAUSES = {
  owner: 'You paused it.',
  failing: 'It has not accepted anything for three days.',
  gone: 'It replied 410 Gone, which says that it wants no more events.',
};

const codeOf = (token: string) => `The code of the campaign is ${token}.`;
const because = (reason: string | null) => (reason === null ? [] : ['', `What the marketplace says: ${reason}`]);

const APPEALED = {
  click: 'a voided click',
  order: 'a denied order',
  one_time_payment: 'a voided one-time payment',
  order_claim: 'a declined order claim',
};

export const en: Catalogue = {
  greeting: 'Hello,',
  notifications: {
    campaign_invited: ({ campaign, store, token }) => ({
      subject: `Invitation to the campaign "${campaign}"`,
      lines: [
        `The store "${store}" invites you to take part in its campaign "${campaign}".`,
        'What it is about, and how to answer, you find when you sign in:',
      ],
      after: [codeOf(token), '', 'If you do not want to take part, there is nothing that you need to do.'],
    }),
    campaign_accepted: ({ campaign, store, token }) => ({
      subject: `You take part in the campaign "${campaign}"`,
      lines: [
        `The store "${store}" has accepted you for its campaign "${campaign}".`,
        'How it goes on you find when you sign in:',
      ],
      after: [codeOf(token), '', 'Your clicks earn by the terms of the campaign from now on, as long as it runs.'],
    }),
    campaign_denied: ({ campaign, store, token }) => ({
      subject: `Your application to the campaign "${campaign}"`,
      lines: [
        `The store "${store}" has decided to go on without you in its campaign "${campaign}".`,
        'Your application you find when you sign in:',
      ],
      after: [codeOf(token), '', 'Links that you have made to the store go on as before.'],
    }),
    campaign_application: ({ campaign, store }) => ({
      subject: `An application to the campaign "${campaign}"`,
      lines: [`A creator has applied to the campaign "${campaign}" of "${store}". It waits for your decision:`],
    }),
    agreement_changed: ({ campaign, store, version }) => ({
      subject: `New terms of the campaign "${campaign}"`,
      lines: [
        `The store "${store}" has changed the terms of its campaign "${campaign}" (version ${version}).`,
        'The version that you have accepted binds you until you accept the new one:',
      ],
    }),
    deliverable_planned: ({ campaign, store, first }, f) => ({
      subject: `A new deliverable in the campaign "${campaign}"`,
      lines: [`The store "${store}" has planned a deliverable for you, due on ${f.day(first)}. What it is:`],
    }),
    deliverables_due: ({ campaign, store, count, first }, f) => ({
      subject: `Due soon in the campaign "${campaign}"`,
      lines: [
        count === 1
          ? `A deliverable for the store "${store}" is due on ${f.day(first)}. Submit your draft here:`
          : `${count} deliverables for the store "${store}" are due, the first on ${f.day(first)}. Submit your drafts here:`,
      ],
    }),
    draft_submitted: ({ campaign, store, deliverable }) => ({
      subject: `A draft for the campaign "${campaign}"`,
      lines: [`A creator has submitted a draft of "${deliverable}" to "${store}". It waits for your decision:`],
    }),
    draft_decided: ({ campaign, store, deliverable, decision }) => ({
      subject:
        decision === 'approved'
          ? `Your draft of "${deliverable}" is approved`
          : `Changes to your draft of "${deliverable}"`,
      lines: [
        decision === 'approved'
          ? `The store "${store}" has approved your draft for its campaign "${campaign}":`
          : `The store "${store}" asks for changes to your draft for its campaign "${campaign}". What they are:`,
      ],
    }),
    rates_changed: ({ campaign, store }) => ({
      subject: `New rates of the campaign "${campaign}"`,
      lines: [
        `The store "${store}" has changed the commission rules or the bonuses of its campaign "${campaign}".`,
        'Clicks so far keep their rates. Bonuses that were announced for this month still apply:',
      ],
    }),
    orders_disputed: ({ store }) => ({
      subject: 'An order needs your decision',
      lines: [
        `An order of ${store} was reported more than once, and the reports contradict each other about its click or its value.`,
        '',
        'It brings no commission until you say which report is right. There may be more orders like this; all of them are listed here:',
      ],
      after: ['You are told at most once a day.'],
    }),
    orders_contradicted: ({ store }) => ({
      subject: 'A report contradicts an order that was decided',
      lines: [
        `After an order of ${store} was decided, a report arrived that names another click or value.`,
        '',
        'The order stays as it was decided. Compare its reports. If the decision was wrong, record a refund, or ask the marketplace to void the order. ' +
          'There may be more orders like this:',
      ],
      after: ['You receive this mail at most once a day.'],
    }),
    appeal_opened: ({ store, about }) => ({
      subject: `An appeal about a decision at ${store}`,
      lines: [
        `An appeal was opened about ${APPEALED[about]} at the store “${store}”. Its reason, and where to answer:`,
      ],
    }),
    appeal_answered: ({ store, about }) => ({
      subject: `A comment on an appeal at ${store}`,
      lines: [`There is a new comment on the appeal about ${APPEALED[about]} at the store “${store}”:`],
    }),
    appeal_decided: ({ store, about, outcome }) => ({
      subject: `An appeal at ${store} was ${outcome}`,
      lines: [
        `The appeal about ${APPEALED[about]} at the store “${store}” was ${outcome}. The reason is its last comment:`,
      ],
      after: ['An appeal does not change any amount by itself.'],
    }),
    statement_issued: ({ number, month, total }, f) => ({
      subject: `Your statement ${number}`,
      lines: [`Your statement ${number} for ${f.month(month)} was issued. It states ${f.money(total)}.`],
    }),
    statement_paid: ({ number, total }, f) => ({
      subject: `Your statement ${number} was paid`,
      lines: [`The ${f.money(total)} of your statement ${number} were paid.`],
    }),
    invoice_issued: ({ number, month, total, due }, f) => ({
      subject: `Invoice ${number}`,
      lines: [`The invoice ${number} for ${f.month(month)} was issued. Please pay ${f.money(total)} by ${f.day(due)}.`],
    }),
    credit_note_issued: ({ number, invoice, total }, f) => ({
      subject: `Credit note ${number}`,
      lines: [`The credit note ${number} of ${f.money(total)} for the invoice ${invoice} was issued.`],
    }),
    invoice_paid: ({ number, total }, f) => ({
      subject: `Invoice ${number} was paid`,
      lines: [`The ${f.money(total)} of the invoice ${number} were received. Thank you.`],
    }),
    payout_paid: ({ amount }, f) => ({
      subject: 'A payout was paid',
      lines: [`A payout of ${f.money(amount)} was made to your account.`],
    }),
    payout_failed: ({ amount, reason }, f) => ({
      subject: 'A payout did not reach you',
      lines: [
        `The payout of ${f.money(amount)} did not reach your account (${reason}).`,
        'The amount is in your balance again. Check your payout account, and the next payout run pays it.',
      ],
    }),
    payout_account_changed: ({ account, currency, usableFrom }, f) => ({
      subject: 'Your payout account was changed',
      lines: [
        `Payouts${currency === null ? '' : ` in ${currency}`} go to another account from now on: ${account}.`,
        `Nothing is paid to it before ${f.day(usableFrom)}.`,
        TELL_US,
      ],
    }),
    payout_account_removed: ({ account }) => ({
      subject: 'Your payout account was removed',
      lines: [`The payout account ${account} was removed.`, TELL_US],
    }),
    limit_reached: ({ campaign }) => ({
      subject: `The campaign "${campaign}" has reached a limit`,
      lines: [
        `The campaign "${campaign}" has used up its clicks, its money or its shared budget. Its further clicks are not paid by its terms.`,
      ],
    }),
    credit_near: ({ store, incurred, limit }, f) => ({
      subject: `The store "${store}" nears its credit limit`,
      lines: [
        `Your store "${store}" has incurred and promised ${f.money(incurred)} that is not paid yet. Its credit limit is ${f.money(limit)}.`,
        'When it is reached, clicks are no longer paid and campaigns promise nothing. Pay open invoices, or ask the marketplace for a higher limit.',
      ],
    }),
    store_approved: ({ store, reason }) => ({
      subject: `The store "${store}" is approved`,
      lines: [`Your store "${store}" is approved. Creators see it now, and its campaigns can run.`, ...because(reason)],
    }),
    store_rejected: ({ store, reason }) => ({
      subject: `The store "${store}" is not approved`,
      lines: [
        `Your store "${store}" was not approved. Its links earn nothing, and its campaigns do not run.`,
        ...because(reason),
      ],
    }),
    influencer_complete: ({ influencer, store }) => ({
      subject: `The data of "${influencer}" are complete`,
      lines: [
        `The social data of the influencer "${influencer}" have been downloaded completely.`,
        `Members of "${store}" find them among the influencers when they sign in:`,
      ],
    }),
    products_changed: ({ store, drops, gone }) => ({
      subject: `Products of "${store}" to which you link have changed`,
      lines: [
        ...(drops > 0 ? [`Products that cost less: ${drops}`] : []),
        ...(gone > 0
          ? [`Links to products that the store no longer lists: ${gone}. Check whether their pages still exist.`]
          : []),
      ],
    }),
    webhook_paused: ({ kind, id, url, reason, api, since }) => ({
      subject: `The ${kind} ${id} is paused`,
      lines: [
        ...[`The ${kind} ${id} is paused, and receives no events:`, '', url, '', PAUSES[reason], ''],
        ...['Its delivery log says what happened. To resume, set its status to "active":', ''],
        ...[`PATCH ${api} {"status": "active"}`, ''],
        ...['Then ask for the events since it was paused:', ''],
        `POST ${api}/replay {"since": "${since}"}`,
      ],
    }),
    store_key_created: ({ store, key }) => ({
      subject: `A new API key of the store "${store}"`,
      lines: [
        `The API key "${key}" was created for the store "${store}". Programs can act for the store with it.`,
        'If you do not know what it is for, ask the owners of the store, or revoke it:',
      ],
    }),
    store_key_revoked: ({ store, key }) => ({
      subject: `An API key of the store "${store}" was revoked`,
      lines: [
        `The API key "${key}" of the store "${store}" was revoked. Programs that use it are refused from now on.`,
        'The remaining keys are listed here:',
      ],
    }),
    data_export_ready: ({ days }, f) => ({
      subject: `Your data at ${f.market}`,
      lines: [`The file with your data at ${f.market} is ready. Sign in and open:`],
      after: [`It is kept for ${days} days. If you did not ask for it, choose a new password.`],
    }),
    account_changed: ({ event }, f) => ({
      subject: `A change of your account at ${f.market}`,
      lines: [
        CHANGES[event],
        ...(NO_ALARM.includes(event) ? [] : ['', 'If this was not you, choose a new password at once and tell us.']),
      ],
    }),
  },
  mails: {
    sign_up: ({ url }, f) => ({
      subject: 'Confirm your e-mail address',
      lines: [`You have signed up at ${f.market}. To confirm your address, open:`, '', url],
      after: [ONCE, '', NOTHING_TO_DO],
    }),
    password_reset: ({ url }, f) => ({
      subject: 'Choose a new password',
      lines: [
        `Somebody has asked for a new password for your account at ${f.market}.`,
        ...['If it was you, choose it here:', '', url],
      ],
      after: [ONCE, '', 'If it was not you, your password stays as it is.'],
    }),
    email_change: ({ url }, f) => ({
      subject: 'Confirm your new e-mail address',
      lines: [
        `This is to become the address of your account at ${f.market}.`,
        ...['To confirm it, sign in and open:', '', url],
      ],
      after: [ONCE, '', NOTHING_TO_DO],
    }),
    address_known: ({ signInUrl, forgottenUrl }, f) => ({
      subject: 'You have an account already',
      lines: [
        `Somebody has signed up at ${f.market} with your address, which has an`,
        'account already. If it was you, sign in, or choose a new password:',
        ...['', signInUrl, forgottenUrl],
      ],
      after: [NOTHING_TO_DO],
    }),
    address_taken: (_, f) => ({
      subject: 'Your address was not moved',
      lines: [
        `Somebody wanted to give another account at ${f.market} your address.`,
        'Your address has an account already, and nothing has changed.',
      ],
    }),
    team_invite: ({ kind, name, url, secret, until }, f) => ({
      subject: `Invitation to represent ${name} on ${f.market}`,
      lines: [
        `You are invited to represent ${kind === 'store' ? 'the store' : 'the agency'} "${name}" on ${f.market}. To accept, open this page:`,
        ...['', url, '', 'If a program asks for it, this is the code of the invitation:', '', secret],
      ],
      after: [
        `Both can be used once, until ${f.day(until)}. Whoever has them can accept in your`,
        'place: pass them on to nobody.',
        '',
        'If you expected no invitation, there is nothing that you need to do.',
      ],
    }),
    invoice_reminder: ({ store, number, open, due, level, levels }, f) => ({
      subject: `${level === levels ? 'Last reminder' : 'Reminder'}: invoice ${number}`,
      lines: [
        `The invoice ${number} of your store "${store}" at ${f.market} is not paid.`,
        `${f.money(open)} of it is open, and was due on ${f.day(due)}.`,
        '',
        level === levels
          ? 'The credit limit of the store is zero until the invoice is paid: its clicks are not paid and its campaigns promise nothing.'
          : `This is reminder ${level} of ${levels}. With the last one the credit limit of the store becomes zero.`,
        'If you have paid in the meantime, ignore this mail.',
        ...['', 'The invoices of the store are here:'],
      ],
    }),
    order_claim_accepted: ({ store }) => ({
      subject: 'Your order claim was accepted',
      lines: [
        `The order that you reported at the store "${store}" was accepted. It is now an approved order of yours.`,
        'What you earn by it you find when you sign in:',
      ],
    }),
    order_claim_declined: ({ store }) => ({
      subject: 'Your order claim was declined',
      lines: [
        `The order that you reported at the store "${store}" was not accepted.`,
        'The reason you find when you sign in. If you disagree, you can appeal there:',
      ],
    }),
    order_claims_due: ({ store, claims, first }, f) => ({
      subject: claims === 1 ? 'An order claim needs your decision' : `${claims} order claims need your decision`,
      lines: [
        `Creators have reported orders of the store "${store}" that are missing or wrong, and ${claims === 1 ? 'one' : claims} of these claims must be decided soon.`,
        '',
        `The first deadline is ${f.time(first)}. After its deadline, an administrator decides. Accept or decline the claims here:`,
      ],
    }),
  },
  digest: (count, market) => ({
    subject:
      count === 1 ? `Your week at ${market}: one piece of news` : `Your week at ${market}: ${count} pieces of news`,
    lead: 'This has happened, and you have not read it yet:',
    more: (rest) => `There are ${rest} more in the console.`,
  }),
  unsubscribe: 'To receive no more mails of this kind, open:',
  page: {
    title: 'Unsubscribe',
    kinds: {
      campaigns: 'campaign news',
      orders: 'orders to decide',
      statements: 'statements and invoices',
      payments: 'payments',
      limits: 'limits that are reached',
      service: 'your store and its connections',
      digest: 'the weekly digest',
      invitations: 'invitations to this address',
    },
    question: (kind) => `Do you want to receive no more mails of this kind: ${kind}?`,
    confirm: 'Unsubscribe',
    declined:
      'This address receives no more invitations. If you create an account with it, you can choose your mails there.',
    done: (kind) => `You receive no more mails of this kind: ${kind}. You can change this in the console.`,
    unknown: 'This address is not valid any more. You can choose your mails in the console.',
  },
};
