/** Paths of the public pages. */
export const PATHS = {
  front: '/',
  forCreators: '/for-creators',
  forStores: '/for-stores',
  stores: '/discover/stores',
  campaigns: '/discover/campaigns',
  creators: '/creators',
  terms: '/terms',
  privacy: '/privacy',
  imprint: '/imprint',
} as const;

export const storePath = (id: number | string): string => `${PATHS.stores}/${id}`;
/** The public page of a creator, and the same facts as a PDF. @param name of the page */
export const creatorPath = (name: string): string => `${PATHS.creators}/${name}`;
export const mediaKitPath = (name: string): string => `${creatorPath(name)}/media-kit.pdf`;
export const campaignPath = (id: number | string): string => `${PATHS.campaigns}/${id}`;

/** Pages of the console that the public pages lead to. */
export const CONSOLE = {
  home: '/console',
  signIn: '/console/sign-in',
  signUp: '/console/sign-up',
  signUpStore: '/console/sign-up?role=store',
} as const;

/** The page for applicants of a campaign to sign up, or to join if they are signed in. */
export const applyPath = (token: string): string => `${CONSOLE.signUp}?campaign=${encodeURIComponent(token)}`;
