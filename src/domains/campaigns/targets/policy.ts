import { onResource, parsePathId } from '../../../platform/auth/policy.ts';
import { findOffer, type OfferOfActor, offerAccess } from '../policy.ts';
import { findTarget, type Target } from './read-targets.ts';

/** The policy of every path with a target. Targeted creators must not learn the other targets. */
export const onTarget = onResource<{ target: Target; offer: OfferOfActor }>({
  name: 'target',
  describe: 'Members of the offer’s store, an administrator.',
  param: 'id',
  kind: 'target',
  load: async (ctx, id, params) => {
    const offerId = parsePathId(params.offer ?? '');
    const offer = offerId === null ? null : await findOffer(ctx, offerId);
    const target = offer === null ? null : await findTarget(ctx, offer.id, id);
    return offer === null || target === null ? null : { offer, target };
  },
  access: (actor, { offer }) => (offerAccess(actor, offer) === 'allow' ? 'allow' : 'hide'),
});
