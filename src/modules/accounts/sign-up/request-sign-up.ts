import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import type { Language } from '../../../platform/locale.ts';
import { countCodeRequest, requestCode } from '../codes/account-code.ts';
import type { CampaignInvitations } from '../deps.ts';
import { hashPassword } from '../password.ts';
import { refuseWeakPassword } from '../password-strength.ts';
import { readAccountSettings } from '../settings/account-settings.ts';
import { readCurrentTerms } from '../terms/accepted-terms.ts';

export const SIGN_UP_ERRORS = ['sign_up_closed', 'invitation_needed'] as const;

export interface SignUp {
  email: string;
  password: string;
  name: string;
  role: 'creator' | 'agency';
  /** The token of the campaign whose invitation link was opened. */
  campaignToken?: string | undefined;
  /** The person has read the terms that apply, and accepts them. */
  acceptsTerms?: boolean | undefined;
  network: string;
  /** The language of the mail to an address without an account. */
  language: Language;
}

/**
 * Requests a sign-up. A mail with a code is sent, which creates the account. If the address has an account, another mail is sent;
 * the job decides this after the reply.
 * @throws RuleRefused `sign_up_closed`, `invitation_needed`; InvalidInput naming `offer_token`, `accepts_terms` or `password`;
 *   TooManyRequests
 */
export async function requestSignUp(
  ctx: Pick<Context, 'db' | 'now'>,
  campaigns: CampaignInvitations,
  { email, password, name, role, campaignToken, acceptsTerms, network, language }: SignUp,
): Promise<void> {
  const settings = await readAccountSettings(ctx);
  if (settings.sign_up === 'closed') throw new RuleRefused('sign_up_closed', 'Nobody can sign up here at present.');
  if (settings.sign_up === 'invitation' && campaignToken === undefined)
    throw new RuleRefused('invitation_needed', 'Signing up requires the invitation link of a campaign.');
  await countCodeRequest(ctx, network);
  if (campaignToken !== undefined && !(await campaigns.isJoinable(ctx, campaignToken)))
    throw new InvalidInput({ offer_token: ['must be the token of a campaign that can be joined'] });
  const terms = await readCurrentTerms(ctx.db);
  if (terms.length > 0 && acceptsTerms !== true)
    throw new InvalidInput({ accepts_terms: ['must be true: this marketplace has terms'] });
  await refuseWeakPassword(password, [email, name]);
  const signUp = {
    name,
    role,
    password_hash: await hashPassword(password),
    offer_token: campaignToken ?? null,
    accepted: terms.map(({ kind, version }) => ({ kind, version })),
    accepted_at: ctx.now().toISOString(),
    language,
  };
  await requestCode(ctx, { kind: 'sign_up', email, signUp });
}
