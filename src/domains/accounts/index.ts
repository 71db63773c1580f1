export { tokenAuthenticator } from './authenticate.ts';
export { createToken } from './create-token.ts';
export { onUser, userAccess } from './policy.ts';
