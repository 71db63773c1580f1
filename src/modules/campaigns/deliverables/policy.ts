import { onResource } from '../../../platform/auth/policy.ts';
import { accessOfBoth, accessOfCreator, accessOfStore } from '../../accounts/index.ts';
import { type DeliverableWithDrafts, readDeliverable } from './deliverable.ts';

const shared = { param: 'deliverable', kind: 'deliverable', load: readDeliverable } as const;

/** The policy of paths that read a deliverable and its drafts. */
export const onDeliverable = onResource<DeliverableWithDrafts>({
  ...shared,
  name: 'deliverable',
  describe: 'Its creator, a representative of the creator’s client, members of the store, an administrator.',
  access: accessOfBoth,
});

/** The policy of paths that submit a draft. */
export const onOwnDeliverable = onResource<DeliverableWithDrafts>({
  ...shared,
  name: 'ownDeliverable',
  describe: 'Its creator, a representative of the creator’s client, an administrator.',
  access: accessOfCreator,
});

/** The policy of paths that plan a deliverable or decide a draft. The creator cannot, even as a member of the store. */
export const onDeliverableOfStore = onResource<DeliverableWithDrafts>({
  ...shared,
  name: 'deliverableOfStore',
  describe: 'Members of the store other than the creator, an administrator.',
  access: accessOfStore,
});
