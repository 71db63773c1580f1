import { onResource } from '../../../platform/auth/policy.ts';
import { userAccess } from '../../accounts/index.ts';
import { findLinkDomain, type LinkDomain, representsAgency } from './domains.ts';

/** The policy of every path that names a domain for links. */
export const onLinkDomain = onResource<LinkDomain>({
  name: 'linkDomain',
  describe: 'Its creator, a representative of its client or of the creator’s client, an administrator.',
  param: 'link_domain',
  kind: 'domain',
  load: findLinkDomain,
  access: (actor, { userId, agencyId, userAgencyId }) => {
    if (userId !== null) return userAccess(actor, { id: userId, agencyId: userAgencyId });
    return agencyId !== null && representsAgency(actor, agencyId) ? 'allow' : 'hide';
  },
});
