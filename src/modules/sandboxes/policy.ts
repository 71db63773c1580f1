import { onNamedResource } from '../../platform/auth/policy.ts';
import { findSandbox, type Sandbox } from './sandbox.ts';

/** The policy of every path that names a sandbox. */
export const onSandbox = onNamedResource<Sandbox>({
  name: 'sandbox',
  describe: 'The owner of the sandbox, and administrators.',
  param: 'sandbox',
  kind: 'sandbox',
  load: ({ db }, id) => findSandbox(db, id),
  access: (actor, { ownerId }) => (actor.isAdmin || actor.userId === ownerId ? 'allow' : 'hide'),
});
