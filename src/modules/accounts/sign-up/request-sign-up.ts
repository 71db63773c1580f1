import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { countCodeRequest, requestCode } from '../codes/account-code.ts';
import type { CampaignInvitations } from '../deps.ts';
import { hashPassword } from '../password.ts';
import { refuseWeakPassword } from '../password-strength.ts';
import { readAccountSettings } from '../settings/account-settings.ts';

export const SIGN_UP_ERRORS = ['sign_up_closed', 'invitation_needed'] as const;

export interface SignUp {
  email: string;
  password: string;
  name: string;
  role: 'creator' | 'agency';
  /** Of the campaign whose invitation link was opened. */
  campaignToken?: string | undefined;
  network: string;
}

/**
 * Asks for an account. The address gets a mail, whose code makes the account; whether it has one already decides which mail, after the reply.
 * @throws RuleRefused `sign_up_closed`, `invitation_needed`; InvalidInput naming `offer_token` or `password`; TooManyRequests
 */
export async function requestSignUp(
  ctx: Pick<Context, 'db' | 'now'>,
  campaigns: CampaignInvitations,
  { email, password, name, role, campaignToken, network }: SignUp,
): Promise<void> {
  const settings = await readAccountSettings(ctx);
  if (settings.sign_up === 'closed') throw new RuleRefused('sign_up_closed', 'Nobody can sign up here at present.');
  if (settings.sign_up === 'invitation' && campaignToken === undefined)
    throw new RuleRefused('invitation_needed', 'Signing up takes the invitation link of a campaign.');
  await countCodeRequest(ctx, network);
  if (campaignToken !== undefined && !(await campaigns.isJoinable(ctx, campaignToken)))
    throw new InvalidInput({ offer_token: ['must be the token of a campaign that can be joined'] });
  await refuseWeakPassword(password, [email, name]);
  const signUp = { name, role, password_hash: await hashPassword(password), offer_token: campaignToken ?? null };
  await requestCode(ctx, { kind: 'sign_up', email, signUp });
}
