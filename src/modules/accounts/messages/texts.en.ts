import type { Catalogue } from './message.ts';
import { quoted } from './quoted.ts';
import { NO_ALARM, type SecurityEvent } from './security-event.ts';

const ONCE = 'The link can be used once, within an hour. Do not share it.';
const NOTHING_TO_DO = 'If this was not you, you can ignore this mail.';
const TELL_US = 'If this was not you, tell us at once and change your password.';

const CHANGES: Record<SecurityEvent, string> = {
  account_created:
    'The marketplace has created an account for you. Choose a password to sign in, unless you have received one.',
  password_changed: 'Your password was changed, and your other sessions were ended.',
  password_reset: 'Your password was replaced by a new one, and you were signed out everywhere.',
  email_change_requested: 'Somebody who is signed in to your account has requested a change of its e-mail address.',
  email_changed: 'The e-mail address of your account was changed. This address is no longer used.',
  token_created: 'An API token was created for your account.',
  token_created_by_other:
    'Somebody who may act for you has created an API token with which programs act in your name. The console lists it and lets you revoke it.',
  program_permitted:
    'You have permitted a program, such as an assistant, to act in your name. The security page of the console lists it and lets you end the permission.',
  credentials_set_by_other: 'An administrator has set the password, the e-mail address or the rights of your account.',
  taken_over:
    'Somebody had registered an account with your e-mail address before you confirmed it. The account is now yours. Its ways to sign in, and all that could send money or data away or open it again, were removed: payout data, keys, webhooks, invitations.',
  second_factor_guessed:
    'Somebody who knows your password has entered a wrong code of your second factor three times today. If it was not you, change your password.',
  second_factor_added: 'A second factor was added to your account. You need it to sign in.',
  second_factor_removed: 'The second factor of your account was removed.',
  passkey_added: 'A passkey was added to your account. It can be used to sign in.',
  passkey_removed: 'A passkey of your account was removed.',
  recovery_codes_made: 'New recovery codes were created for your account. The previous ones are invalid.',
  approved: 'Your account was approved. You can now create links and join campaigns.',
  role_changed: 'Your role in a team was changed. The console shows what you can do now.',
  removed_from_team: 'You were removed from a team and can no longer act for it.',
  deletion_requested:
    'The deletion of your account was requested. Until it is deleted, you can sign in and keep the account.',
};

const PAUSES = {
  owner: 'You paused it.',
  failing: 'It has not accepted anything for three days.',
  gone: 'It replied 410 Gone, which means that it does not want further events.',
};

const codeOf = (token: string) => `The code of the campaign is ${token}.`;
const because = (reason: string | null) => (reason === null ? [] : ['', `Reason given by the marketplace: ${reason}`]);

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
      subject: 'Invitation to a campaign',
      title: `Invitation to the campaign "${campaign}"`,
      lines: [
        `The store "${store}" invites you to take part in its campaign "${campaign}".`,
        'Sign in to read the details and to answer:',
      ],
      after: [codeOf(token), '', 'If you do not want to take part, you can ignore this mail.'],
    }),
    campaign_accepted: ({ campaign, store, token }) => ({
      subject: 'You were accepted for a campaign',
      title: `You were accepted for the campaign "${campaign}"`,
      lines: [
        `The store "${store}" has accepted you for its campaign "${campaign}".`,
        'Sign in to see the next steps:',
      ],
      after: [codeOf(token), '', 'From now on, your clicks earn at the rates of the campaign while it runs.'],
    }),
    campaign_denied: ({ campaign, store, token }) => ({
      subject: 'Your application to a campaign',
      title: `Your application to the campaign "${campaign}"`,
      lines: [
        `The store "${store}" has declined your application to its campaign "${campaign}".`,
        'Sign in to see your application:',
      ],
      after: [codeOf(token), '', 'Your existing links to the store continue to work.'],
    }),
    campaign_application: ({ campaign, store }) => ({
      subject: 'An application to a campaign',
      title: `An application to the campaign "${campaign}"`,
      lines: [`A creator has applied to the campaign "${campaign}" of "${store}". Please decide on the application:`],
    }),
    agreement_changed: ({ campaign, store, version }) => ({
      subject: 'New terms of a campaign',
      title: `New terms of the campaign "${campaign}"`,
      lines: [
        `The store "${store}" has changed the terms of its campaign "${campaign}" (version ${version}).`,
        'The version that you have accepted applies until you accept the new one:',
      ],
    }),
    deliverable_planned: ({ campaign, store, first }, f) => ({
      subject: 'A new deliverable in a campaign',
      title: `A new deliverable in the campaign "${campaign}"`,
      lines: [`The store "${store}" has planned a deliverable for you, due on ${f.day(first)}. The details are here:`],
    }),
    deliverables_due: ({ campaign, store, count, first }, f) => ({
      subject: 'Deliverables are due soon',
      title: `Due soon in the campaign "${campaign}"`,
      lines: [
        count === 1
          ? `A deliverable for the store "${store}" is due on ${f.day(first)}. Submit your draft here:`
          : `${count} deliverables for the store "${store}" are due, the first on ${f.day(first)}. Submit your drafts here:`,
      ],
    }),
    address_wanted: ({ campaign, store }) => ({
      subject: 'Where should the product be sent?',
      title: `Your address is missing in the campaign "${campaign}"`,
      lines: [
        `The store "${store}" wants to send you its product and does not know where. Please enter your address here:`,
      ],
    }),
    parcel_sent: ({ campaign, store, parcel }) => ({
      subject: 'Something is on its way to you',
      title: `The store "${store}" has sent you something`,
      lines: [
        parcel === ''
          ? `It belongs to the campaign "${campaign}". The details are here:`
          : `It belongs to the campaign "${campaign}". Parcel: ${parcel}. Please confirm here when it has arrived:`,
      ],
    }),
    parcel_missing: ({ campaign, store }) => ({
      subject: 'A parcel has not arrived',
      title: `A parcel of the campaign "${campaign}" has not arrived`,
      lines: [`A creator has not received what "${store}" has sent. The creator’s message is here:`],
    }),
    draft_submitted: ({ campaign, store, deliverable }) => ({
      subject: 'A draft for a campaign',
      title: `A draft for the campaign "${campaign}"`,
      lines: [
        `A creator has submitted a draft of "${deliverable}" to "${store}". Please approve it or ask for changes:`,
      ],
    }),
    draft_decided: ({ campaign, store, deliverable, decision }) => ({
      subject: decision === 'approved' ? 'Your draft is approved' : 'Changes to your draft',
      title:
        decision === 'approved'
          ? `Your draft of "${deliverable}" is approved`
          : `Changes to your draft of "${deliverable}"`,
      lines: [
        decision === 'approved'
          ? `The store "${store}" has approved your draft for its campaign "${campaign}":`
          : `The store "${store}" asks for changes to your draft for its campaign "${campaign}". Its feedback is here:`,
      ],
    }),
    publication_reported: ({ campaign, store, deliverable }) => ({
      subject: 'A post for a campaign is published',
      title: `A post for the campaign "${campaign}" is published`,
      lines: [
        `A creator has published "${deliverable}" for "${store}". Please accept the post or ask for a correction:`,
      ],
    }),
    publication_decided: ({ campaign, store, deliverable, decision }) => ({
      subject: decision === 'accepted' ? 'Your post is accepted' : 'A correction of your post',
      title:
        decision === 'accepted'
          ? `Your post of "${deliverable}" is accepted`
          : `A correction of your post of "${deliverable}"`,
      lines: [
        decision === 'accepted'
          ? `The store "${store}" has accepted your post for its campaign "${campaign}":`
          : `The store "${store}" asks for a correction of your post for its campaign "${campaign}". Its feedback is here:`,
      ],
    }),
    usage_rights_offered: ({ campaign, store, deliverable }) => ({
      subject: 'A store asks for usage rights',
      title: `Usage rights of "${deliverable}"`,
      lines: [
        `The store "${store}" asks for usage rights of "${deliverable}" in its campaign "${campaign}". They hold only if you accept them:`,
      ],
    }),
    usage_rights_answered: ({ campaign, store, deliverable, answer }) => ({
      subject: answer === 'accepted' ? 'Usage rights are accepted' : 'Usage rights are declined',
      title:
        answer === 'accepted'
          ? `The usage rights of "${deliverable}" are accepted`
          : `The usage rights of "${deliverable}" are declined`,
      lines: [`The creator has answered the offer of "${store}" in the campaign "${campaign}":`],
    }),
    usage_rights_end: ({ campaign, store, deliverable, step, day }, f) => ({
      subject: step === 'proposed' ? 'An earlier end of usage rights' : 'An earlier end of usage rights is agreed',
      title: `The usage rights of "${deliverable}"`,
      lines: [
        step === 'proposed'
          ? `It is proposed that the usage rights of "${store}" in the campaign "${campaign}" end on ${f.day(day)}. Agree if this suits you:`
          : `The usage rights of "${store}" in the campaign "${campaign}" end on ${f.day(day)}, as you have proposed:`,
      ],
    }),
    usage_rights_ending: ({ campaign, store, deliverable, day }, f) => ({
      subject: 'Usage rights end soon',
      title: `The usage rights of "${deliverable}" end soon`,
      lines: [`The usage rights of "${store}" in the campaign "${campaign}" end on ${f.day(day)}:`],
    }),
    rates_changed: ({ campaign, store }) => ({
      subject: 'New rates of a campaign',
      title: `New rates of the campaign "${campaign}"`,
      lines: [
        `The store "${store}" has changed the commission rules or the bonuses of its campaign "${campaign}".`,
        'Clicks so far keep their rates. Bonuses that were announced for this month still apply:',
      ],
    }),
    agency_invited: ({ agency }) => ({
      subject: 'An agency wants to represent you',
      title: agency === null ? 'An agency wants to represent you' : `The agency "${agency}" wants to represent you`,
      lines: [
        'It would act for you in campaigns and see what you earn. Nothing changes unless you accept. Read what it means and answer here:',
      ],
    }),
    agency_invitation_answered: ({ creator, answer }) => ({
      subject: answer === 'accepted' ? 'A creator has joined your agency' : 'A creator has declined your invitation',
      title:
        answer === 'accepted' ? `"${creator}" has joined your agency` : `"${creator}" has declined your invitation`,
      lines: [
        answer === 'accepted'
          ? 'You now act for this creator:'
          : 'You cannot invite this creator again for 90 days. Others are here:',
      ],
    }),
    store_message: ({ campaign, store, text }) => ({
      subject: 'A message from a store',
      title: `A message from "${store}" about the campaign "${campaign}"`,
      lines: [...quoted(text), 'Read it and answer here:'],
    }),
    message_received: ({ campaign, store, text }) => ({
      subject: 'A message about a campaign',
      title: `A message to "${store}" about the campaign "${campaign}"`,
      lines: [...quoted(text), 'Read it and answer here:'],
    }),
    message_copied: ({ campaign, store }) => ({
      subject: 'A message to one of your creators',
      title: `A message to one of your creators about the campaign "${campaign}" of "${store}"`,
      lines: [
        `The store "${store}" and one of your creators write about the campaign "${campaign}". Read the conversation here:`,
      ],
    }),
    broadcast_copied: ({ store, creators }) => ({
      subject: 'A message to your creators',
      title: `A message of "${store}" to ${creators === 1 ? 'one of your creators' : `${creators} of your creators`}`,
      lines: [
        `The store "${store}" has written to ${creators === 1 ? 'one of your creators' : `${creators} of your creators`}. Read the conversations here:`,
      ],
    }),
    orders_disputed: ({ store }) => ({
      subject: 'An order needs your decision',
      lines: [
        `An order of ${store} was reported more than once, and the reports contradict each other about its click or its value.`,
        '',
        'It earns no commission until you select the correct report. There may be more orders like this; all of them are listed here:',
      ],
      after: ['You receive this mail at most once a day.'],
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
    reports_unconfirmed: ({ store }) => ({
      subject: 'Unusually many orders were reported by your pages',
      lines: [
        `More orders of ${store} than usual were reported by pages without a signature. Further ones are kept for 14 days without effect: they cost nothing and are no orders yet.`,
        '',
        'Record or discard them by the hour. Sign the reports of your pages, or report orders from your server, so that none has to wait:',
      ],
      after: ['You receive this mail at most once a day.'],
    }),
    orders_due: ({ store, orders, first }, f) => ({
      subject: orders === 1 ? 'An order is approved soon' : `${orders} orders are approved soon`,
      lines: [
        `${orders === 1 ? 'An undecided order' : `${orders} undecided orders`} of ${store} will be approved by the store’s rule within three days, the first on ${f.time(first)}.`,
        '',
        'Deny what was cancelled or returned, or extend the period of an order that you still need to check:',
      ],
    }),
    order_received: ({ store }) => ({
      subject: 'An order was attributed to you',
      lines: [`A person at ${store} or at the marketplace has attributed an order to you. Read the reason here:`],
    }),
    order_lost: ({ store }) => ({
      subject: 'An order was attributed to another creator',
      lines: [
        `A person at ${store} or at the marketplace has attributed an order of yours to another creator. Read the reason here:`,
      ],
    }),
    appeal_opened: ({ store, about }) => ({
      subject: 'An appeal about a decision',
      title: `An appeal about a decision at ${store}`,
      lines: [
        `An appeal was opened about ${APPEALED[about]} at the store “${store}”. Read its reason and answer here:`,
      ],
    }),
    appeal_answered: ({ store, about }) => ({
      subject: 'A comment on an appeal',
      title: `A comment on an appeal at ${store}`,
      lines: [`There is a new comment on the appeal about ${APPEALED[about]} at the store “${store}”:`],
    }),
    appeal_decided: ({ store, about, outcome }) => ({
      subject: `An appeal was ${outcome}`,
      title: `An appeal at ${store} was ${outcome}`,
      lines: [
        `The appeal about ${APPEALED[about]} at the store “${store}” was ${outcome}. The last comment gives the reason:`,
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
        'The amount is in your balance again. Please check your payout account. The next payout run will pay the amount.',
      ],
    }),
    payout_account_changed: ({ account, currency, usableFrom }, f) => ({
      subject: 'Your payout account was changed',
      lines: [
        `From now on, payouts${currency === null ? '' : ` in ${currency}`} go to this account: ${account}.`,
        `Nothing is paid to it before ${f.day(usableFrom)}.`,
        TELL_US,
      ],
    }),
    payout_account_removed: ({ account }) => ({
      subject: 'Your payout account was removed',
      lines: [`The payout account ${account} was removed.`, TELL_US],
    }),
    limit_reached: ({ campaign }) => ({
      subject: 'A campaign has reached a limit',
      title: `The campaign "${campaign}" has reached a limit`,
      lines: [
        `The campaign "${campaign}" has used up its clicks, its money or its shared budget. Further clicks are not paid at its rates.`,
      ],
    }),
    credit_near: ({ store, incurred, limit }, f) => ({
      subject: 'A store is close to its credit limit',
      title: `The store "${store}" is close to its credit limit`,
      lines: [
        `Your store "${store}" has unpaid and promised costs of ${f.money(incurred)}. Its credit limit is ${f.money(limit)}.`,
        'When the limit is reached, clicks are no longer paid and campaigns cannot promise payments. Pay open invoices, or ask the marketplace for a higher limit.',
      ],
    }),
    store_approved: ({ store, reason }) => ({
      subject: 'Your store is approved',
      title: `The store "${store}" is approved`,
      lines: [`Your store "${store}" is approved. Creators can see it, and its campaigns can run.`, ...because(reason)],
    }),
    store_rejected: ({ store, reason }) => ({
      subject: 'Your store is not approved',
      title: `The store "${store}" is not approved`,
      lines: [
        `Your store "${store}" was not approved. Its links earn nothing, and its campaigns do not run.`,
        ...because(reason),
      ],
    }),
    influencer_complete: ({ influencer, store }) => ({
      subject: 'The data of an influencer are complete',
      title: `The data of "${influencer}" are complete`,
      lines: [
        `The social data of the influencer "${influencer}" have been downloaded completely.`,
        `Members of "${store}" can sign in to see them in the list of influencers:`,
      ],
    }),
    links_unpaid: ({ store, links }) => ({
      subject:
        links === 1
          ? 'A page to which you link earns nothing any more'
          : 'Pages to which you link earn nothing any more',
      title: `"${store}" no longer pays for ${links === 1 ? 'a page to which you link' : 'pages to which you link'}`,
      lines: [
        `Links that earn nothing any more: ${links}`,
        '',
        'The store has changed its URL rules or domains. The links still lead to the store. They earn again if the store pays for their pages again. You can see the links here:',
      ],
    }),
    products_changed: ({ store, drops, gone }) => ({
      subject: 'Products to which you link have changed',
      title: `Products of "${store}" to which you link have changed`,
      lines: [
        ...(drops > 0 ? [`Products with a lower price: ${drops}`] : []),
        ...(gone > 0
          ? [`Links to products that the store no longer lists: ${gone}. Check whether their pages still exist.`]
          : []),
      ],
    }),
    webhook_paused: ({ kind, id, url, reason, api, since }) => ({
      subject: `The ${kind} ${id} is paused`,
      lines: [
        `The ${kind} ${id} is paused, and receives no events:`,
        '',
        url,
        '',
        PAUSES[reason],
        '',
        'Its delivery log shows the cause. To resume it, set its status to "active":',
        '',
        `PATCH ${api} {"status": "active"}`,
        '',
        'Then request the events since it was paused:',
        '',
        `POST ${api}/replay {"since": "${since}"}`,
      ],
    }),
    store_key_created: ({ store, key }) => ({
      subject: 'A new API key of a store',
      title: `A new API key of the store "${store}"`,
      lines: [
        `The API key "${key}" was created for the store "${store}". Programs can use it to act for the store.`,
        'If you do not recognise it, ask the owners of the store, or revoke it:',
      ],
    }),
    store_key_revoked: ({ store, key }) => ({
      subject: 'An API key of a store was revoked',
      title: `An API key of the store "${store}" was revoked`,
      lines: [
        `The API key "${key}" of the store "${store}" was revoked. Programs can no longer use it.`,
        'The remaining keys are listed here:',
      ],
    }),
    data_export_ready: ({ days }, f) => ({
      subject: `Your data at ${f.market}`,
      lines: [`The file with your data at ${f.market} is ready. Sign in and open:`],
      after: [`It is kept for ${days} days. If you did not request it, change your password.`],
    }),
    administrator_changed: ({ person, by, what }, f) => ({
      subject: `An administrator of ${f.market} was ${what === 'made' ? 'added' : 'changed'}`,
      lines: [
        what === 'made'
          ? `${by} has made ${person} an administrator.`
          : `${by} has set the password or the e-mail address of the administrator ${person}.`,
        `${person} cannot approve payout runs of ${by}. If you did not expect this, check it at once:`,
      ],
    }),
    account_changed: ({ event }, f) => ({
      subject: `Your account at ${f.market} was ${event === 'account_created' ? 'created' : 'changed'}`,
      lines: [CHANGES[event], ...(NO_ALARM.includes(event) ? [] : ['', TELL_US])],
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
        `Somebody has requested a new password for your account at ${f.market}.`,
        'If this was you, choose a new password here:',
        '',
        url,
      ],
      after: [ONCE, '', 'If this was not you, ignore this mail. Your password does not change.'],
    }),
    sign_in: ({ code }, f) => ({
      subject: 'Your code for signing in',
      lines: [
        `Somebody has signed in to your account at ${f.market} with the right password, after many wrong ones for your address from other places.`,
        'If this was you, enter this code beside the password:',
        '',
        code,
      ],
      after: [ONCE, '', 'If this was not you, choose a new password now.'],
    }),
    email_change: ({ url }, f) => ({
      subject: 'Confirm your e-mail address',
      lines: [`This address was entered for your account at ${f.market}.`, 'To confirm it, sign in and open:', '', url],
      after: [ONCE, '', NOTHING_TO_DO],
    }),
    address_known: ({ signInUrl, forgottenUrl }, f) => ({
      subject: 'You have an account already',
      lines: [
        `Somebody has tried to sign up at ${f.market} with your address, which already has`,
        'an account. If this was you, sign in or choose a new password:',
        '',
        signInUrl,
        forgottenUrl,
      ],
      after: [NOTHING_TO_DO],
    }),
    address_taken: (_, f) => ({
      subject: 'Your address was not changed',
      lines: [
        `Somebody has tried to use your address for another account at ${f.market}.`,
        'Your address already has an account. Nothing has changed.',
      ],
    }),
    team_invite: ({ kind, name, url, secret, until }, f) => ({
      subject: `Invitation to represent ${kind === 'store' ? 'a store' : 'an agency'} on ${f.market}`,
      lines: [
        `You are invited to represent ${kind === 'store' ? 'the store' : 'the agency'}${name === null ? '' : ` "${name}"`} on ${f.market}. To accept, open this page:`,
        '',
        url,
        '',
        'If a program asks for the code of the invitation, enter:',
        '',
        secret,
      ],
      after: [
        `Both can be used once, until ${f.day(until)}. Do not share them: anybody who has them`,
        'can accept the invitation in your place.',
        '',
        'If you did not expect an invitation, you can ignore this mail.',
      ],
    }),
    invoice_reminder: ({ store, number, open, due, level, levels }, f) => ({
      subject: `${level === levels ? 'Last reminder' : 'Reminder'}: invoice ${number}`,
      lines: [
        `The invoice ${number} of your store "${store}" at ${f.market} is not paid.`,
        `The open amount of ${f.money(open)} was due on ${f.day(due)}.`,
        '',
        level === levels
          ? 'The credit limit of the store is zero until the invoice is paid: its clicks are not paid, and its campaigns cannot promise payments.'
          : `This is reminder ${level} of ${levels}. The last reminder sets the credit limit of the store to zero.`,
        'If you have paid in the meantime, please ignore this mail.',
        '',
        'The invoices of the store are here:',
      ],
    }),
    order_claim_accepted: ({ store }) => ({
      subject: 'Your order claim was accepted',
      lines: [
        `The order that you reported at the store "${store}" was accepted. It is now an approved order of yours.`,
        'Sign in to see what you earn for it:',
      ],
    }),
    order_claim_declined: ({ store }) => ({
      subject: 'Your order claim was declined',
      lines: [
        `The order that you reported at the store "${store}" was not accepted.`,
        'Sign in to read the reason. If you disagree, you can appeal there:',
      ],
    }),
    order_claims_due: ({ store, claims, first }, f) => ({
      subject: claims === 1 ? 'An order claim needs your decision' : `${claims} order claims need your decision`,
      lines: [
        `Creators have reported orders of the store "${store}" that are missing or wrong, and ${claims === 1 ? 'one' : claims} of these claims must be decided soon.`,
        '',
        `The first deadline is ${f.time(first)}. Claims that are still undecided at their deadline are escalated to an administrator. Accept or decline the claims here:`,
      ],
    }),
  },
  digest: (count, market) => ({
    subject:
      count === 1 ? `Your week at ${market}: one notification` : `Your week at ${market}: ${count} notifications`,
    lead: 'You have not read these notifications yet:',
    more: (rest) => `There are ${rest} more in the console.`,
  }),
  unsubscribe: 'To stop receiving mails of this kind, open:',
  page: {
    title: 'Unsubscribe',
    kinds: {
      campaigns: 'campaign news',
      messages: 'messages in conversations',
      orders: 'orders to decide',
      statements: 'statements and invoices',
      payments: 'payments',
      limits: 'reached limits',
      service: 'your store and its connections',
      reports: 'scheduled reports',
      digest: 'the weekly digest',
      invitations: 'invitations to this address',
    },
    question: (kind) => `Do you want to stop receiving mails of this kind: ${kind}?`,
    confirm: 'Unsubscribe',
    declined:
      'This address no longer receives invitations. If you create an account with it, you can choose your mails there.',
    done: (kind) => `You no longer receive mails of this kind: ${kind}. You can change this in the console.`,
    unknown: 'This link is no longer valid. You can choose your mails in the console.',
  },
};
