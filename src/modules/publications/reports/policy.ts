import { onResource } from '../../../platform/auth/policy.ts';
import { accessOfBoth, accessOfCreator, accessOfStore } from '../../accounts/index.ts';
import { type Publication, readPublication } from './publication.ts';

const shared = { param: 'publication', kind: 'publication', load: readPublication } as const;

/** The policy of paths that read a publication. */
export const onPublication = onResource<Publication>({
  ...shared,
  name: 'publication',
  describe: 'Its creator, a representative of the creator’s client, members of the store, an administrator.',
  access: accessOfBoth,
});

/** The policy of paths that change a publication or add to it. */
export const onOwnPublication = onResource<Publication>({
  ...shared,
  name: 'ownPublication',
  describe: 'Its creator, a representative of the creator’s client, an administrator.',
  access: accessOfCreator,
});

/** The policy of paths that decide a publication. The creator cannot, even as a member of the store. */
export const onPublicationOfStore = onResource<Publication>({
  ...shared,
  name: 'publicationOfStore',
  describe: 'Members of the store other than the creator, an administrator.',
  access: accessOfStore,
});
