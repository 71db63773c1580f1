import { type Actor, isInPerson } from '../../../platform/auth/actor.ts';
import { type Access, onResource } from '../../../platform/auth/policy.ts';
import { accessOfBoth, accessOfStore } from '../../accounts/index.ts';
import { readUsageRight, type UsageRight } from './usage-right.ts';

const shared = { param: 'usage_right', kind: 'usage right', load: readUsageRight } as const;

/** The policy of paths that withdraw an offer or pay a price. The creator cannot, even as a member of the store. */
export const onUsageRightOfStore = onResource<UsageRight>({
  ...shared,
  name: 'usageRightOfStore',
  describe: 'Members of the store other than the creator, an administrator.',
  access: accessOfStore,
});

const isCreatorInPerson = (actor: Actor, { user }: UsageRight) => actor.userId === user.id && isInPerson(actor);

/** As terms of a campaign, rights are given by nobody but the creator. */
function accessOfCreatorAlone(actor: Actor, right: UsageRight): Access {
  if (isCreatorInPerson(actor, right)) return 'allow';
  return accessOfBoth(actor, right) === 'allow' ? 'forbid' : 'hide';
}

/** The policy of paths that answer an offer. */
export const onUsageRightOfCreator = onResource<UsageRight>({
  ...shared,
  name: 'usageRightOfCreator',
  describe: 'Its creator, in person.',
  access: accessOfCreatorAlone,
});

/** The policy of paths on which both sides agree. Administrators agree for nobody. */
export const onUsageRightOfSide = onResource<UsageRight>({
  ...shared,
  name: 'usageRightOfSide',
  describe: 'Its creator, in person, and members of the store.',
  access: (actor, right) => {
    if (isCreatorInPerson(actor, right)) return 'allow';
    if (actor.storeIds.includes(right.store.id) && actor.userId !== right.user.id) return 'allow';
    return accessOfBoth(actor, right) === 'allow' ? 'forbid' : 'hide';
  },
});
