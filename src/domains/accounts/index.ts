export { writeAudit } from './audit.ts';
export { tokenAuthenticator } from './authenticate.ts';
export { createUser } from './create-user.ts';
export type { AccountParts } from './parts.ts';
export { hashPassword, PASSWORD_LENGTH } from './password.ts';
export { onUser, userAccess } from './policy.ts';
export { accountRoutesLegacy, accountRoutesV2 } from './routes.ts';
export { createToken } from './tokens/create-token.ts';
