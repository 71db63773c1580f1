/** Paths of the public pages. */
export const PATHS = {
  front: '/',
  forCreators: '/for-creators',
  forStores: '/for-stores',
  stores: '/discover/stores',
  campaigns: '/discover/campaigns',
  terms: '/terms',
  privacy: '/privacy',
  imprint: '/imprint',
} as const;

export const storePath = (id: number): string => `${PATHS.stores}/${id}`;
export const campaignPath = (id: number): string => `${PATHS.campaigns}/${id}`;

/** Pages of the console that the public pages lead to. */
export const CONSOLE = {
  home: '/console',
  signIn: '/console/sign-in',
  signUp: '/console/sign-up',
  signUpStore: '/console/sign-up?role=store',
} as const;

/** The page for applicants of a campaign to sign up, or to join if they are signed in. */
export const applyPath = (token: string): string => `${CONSOLE.signUp}?campaign=${encodeURIComponent(token)}`;
