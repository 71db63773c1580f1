export { joinAgency } from './agencies/join-agency.ts';
export { agenciesKnownTo } from './agencies/list-agencies.ts';
export { MAX_AGENCIES_PAGE } from './agencies/schemas.ts';
export { actedBy, writeAudit } from './audit.ts';
export { audited } from './audit-log/audited.ts';
export { replyWithAuditLog } from './audit-log/reply.ts';
export { AuditLog, ownAuditQuery } from './audit-log/schemas.ts';
export { readTokenActors, tokenAuthenticator } from './authenticate.ts';
export { ChangeConnections } from './changes/connections.ts';
export { createCodeDelivery } from './codes/deliver-code.ts';
export { purgeCodes } from './codes/purge-codes.ts';
export { createUser } from './create-user.ts';
export { mayControl } from './credentials/credential-changes.ts';
export { DEFAULT_USER_SHARE_PPM } from './default-share.ts';
export { eraseDueUsers } from './deletion/erase-due-users.ts';
export type { AccountDeps, CampaignInvitations, DemoSignIn } from './deps.ts';
export { eraseUser } from './erasing/erase-user.ts';
export { purgeClients } from './grants/clients.ts';
export { GRANTED_PATH } from './grants/resource.ts';
export { IDENTITY_ERRORS, userOfNewcomer } from './identity/user-of-identity.ts';
export { hasDeclined } from './invites/declined.ts';
export { invite } from './invites/invite.ts';
export { countAgencyInvites, lockAgencyInvites } from './invites/invite-to-agency.ts';
export { listInvites } from './invites/list-invites.ts';
export { presentInvite } from './invites/present.ts';
export { revokeInvite } from './invites/revoke-invite.ts';
export { InviteBody, InviteList, InviteRecord, inviteQuery } from './invites/schemas.ts';
export { LOCALE_OF_USER } from './language.ts';
export { readBrand, readMarketName } from './messages/market-name.ts';
export type { NotificationMessage, NotificationValues } from './messages/message.ts';
export { composeMail, mailOf, wordsOf } from './messages/render.ts';
export { createNotificationMailer, newUnsubscribeLinks } from './notifications/mail-notifications.ts';
export { type Audience, type News, notify } from './notifications/notify.ts';
export { purgeNotifications } from './notifications/purge-notifications.ts';
export { createDigestSender, requestDigests } from './notifications/send-digests.ts';
export { createDataExporter, purgeExports } from './own-data/exports.ts';
export { hashPassword } from './password.ts';
export { isWeakPassword, refuseWeakPassword, WEAK_PASSWORD } from './password-strength.ts';
export { PERSON_COLUMN, type Person, personReply } from './person.ts';
export {
  accessOfBoth,
  accessOfCreator,
  accessOfStore,
  findUser,
  mayKnowShare,
  onAgency,
  onAgencyOnly,
  onUser,
  onUserOnly,
  requireUser,
  type UserFacts,
  userAccess,
} from './policy.ts';
export { SECRET_MASK } from './provisioning/agencies.ts';
export { changeUser, lockAdministrators, provisionUser } from './provisioning/manage-users.ts';
export { note } from './provisioning/notes.ts';
export { lockRecord, readRecord } from './provisioning/records.ts';
export {
  changesOf,
  creationOf,
  isNone,
  isoTime,
  mustBeFree,
  mustExist,
  type Resource,
} from './provisioning/resource.ts';
export { provisioning, resourceRoutes } from './provisioning/resource-routes.ts';
export { presentUser, USERS } from './provisioning/users.ts';
export { mailProof } from './recovery/change-email.ts';
export { accountRoutesLegacy, accountRoutesV2 } from './routes.ts';
export { readAdministrators } from './second-factor/read-administrators.ts';
export { TOTP_SECRETS } from './second-factor/totp.ts';
export { findMe, isCreator, type Me, rolesOf, type UserRole } from './sessions/find-me.ts';
export { socialIdentifierOf } from './social-identifier.ts';
export { storeKeyRoutes } from './store-keys/routes.v2.ts';
export { teamRoutes } from './team/routes.v2.ts';
export { createToken, hashToken } from './tokens/create-token.ts';
export { issueToken, MAX_TOKEN_DAYS } from './tokens/manage-tokens.ts';
export { purgeTokens } from './tokens/purge-tokens.ts';
export { lockKeptFiles, readStoredBytes, requireTotalSpace } from './uploads/total-space.ts';
export { countUploadOfDay, megabytes, purgeUploadDays, takeBackUpload } from './uploads/upload-days.ts';
export { ACCOUNT_WORK } from './work.ts';
