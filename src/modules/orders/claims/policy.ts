import { onResource } from '../../../platform/auth/policy.ts';
import { accessOfBoth, accessOfCreator, accessOfStore } from '../../accounts/index.ts';
import { type Claim, readClaim } from './claim.ts';

const shared = { param: 'order_claim', kind: 'order claim', load: readClaim } as const;

/** The policy of paths that read a claim. */
export const onClaim = onResource<Claim>({
  ...shared,
  name: 'orderClaim',
  describe: 'Its creator, a representative of the creator’s client, members of the store, an administrator.',
  access: accessOfBoth,
});

/** The policy of paths that add to a claim. */
export const onOwnClaim = onResource<Claim>({
  ...shared,
  name: 'ownOrderClaim',
  describe: 'Its creator, a representative of the creator’s client, an administrator.',
  access: accessOfCreator,
});

/** The policy of paths that decide a claim. The claimant cannot decide it, even as a member of the store. */
export const onClaimOfStore = onResource<Claim>({
  ...shared,
  name: 'orderClaimOfStore',
  describe: 'Members of the store other than the creator, an administrator.',
  access: accessOfStore,
});
