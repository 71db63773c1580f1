export const en = {
  signUp: {
    title: 'Create account',
    toCampaign: 'After you confirm your address, you join the campaign that you were invited to.',
    noCampaign: 'This campaign is no longer open. You can still create an account.',
    invited: (store: string, campaign: string) =>
      campaign === '' ? `${store} invites you to a campaign.` : `${store} invites you to the campaign “${campaign}”.`,
    haveAccount: 'I already have an account',
    closed: 'New accounts for creators and agencies cannot be created at present.',
    byInvitation: 'Creators sign up through the page or the invitation link of a campaign.',
    role: 'Account type',
    roles: { creator: 'Creator', store: 'Shop', agency: 'Agency' },
    store: {
      name: 'Shop name',
      domain: 'Domain',
      domainHint: 'For example shop.example. You prove that it is yours after signing up.',
      country: 'Country',
      currency: 'Currency',
      approval: 'An administrator approves new shops before they can spend. You can prepare everything meanwhile.',
      noMarket: 'This marketplace has no market yet. Ask its administrator.',
      action: 'Register shop',
    },
    name: 'Your name',
    agencyName: 'Agency name',
    passwordHint: 'At least 8 characters.',
    accept: 'I accept:',
    terms: { terms: 'Terms', privacy: 'Privacy notice' },
    action: 'Create account',
    check: {
      title: 'Check your mail',
      sent: 'E-mail sent to:',
      hint: 'Open the link in it within an hour. If nothing arrives, look in the folder for spam.',
      again: 'Send again',
      againIn: (seconds: number) => `Send again in ${seconds} s`,
      sentAgain: 'E-mail sent again to:',
      wrong: 'Wrong address?',
    },
  },
  invitation: {
    title: 'Invitation',
    incomplete: 'The address is incomplete. Open it as it is in the e-mail.',
    invalid: 'This invitation is no longer valid. It may have been used, or it has expired. Ask for a new one.',
    failed: 'The invitation could not be read. Reload the page.',
    invites: (inviter: string | null, name: string, kind: string) =>
      inviter === null
        ? `You are invited to work for the ${kind} ${name}.`
        : `${inviter} invites you to work for the ${kind} ${name}.`,
    kinds: { advertiser: 'shop', agency: 'agency' },
    as: (email: string, role: string) => `Account: ${email}. Role: ${role}.`,
    roles: { owner: 'owner', manager: 'manager', finance: 'finance', read_only: 'read only' },
    action: 'Accept invitation',
    accepted: (name: string) => `You now work for ${name}. Sign in to continue.`,
  },
};
