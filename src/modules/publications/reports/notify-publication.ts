import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../accounts/index.ts';
import type { Publication, PublicationDecision } from './publication.ts';

type Named = Pick<Publication, 'deliverable' | 'campaign' | 'store'>;

const valuesOf = ({ campaign, store, deliverable }: Named) => ({
  campaign: campaign.title,
  store: store.name,
  deliverable: deliverable.title,
});

/** Notifies a store of a new or corrected publication. */
export async function notifyOfPublication(tx: Database, publication: Named, at: Date): Promise<void> {
  const { store, campaign, deliverable } = publication;
  const path = `/console/shop/${store.id}/campaigns/${campaign.id}?deliverable=${deliverable.id}`;
  const to = { storeId: store.id, need: 'manage' } as const;
  await notify(tx, at, [{ message: 'publication_reported', values: valuesOf(publication), to, path }]);
}

/** Notifies the creator of a decision. The feedback is the store's text and is only in the console. */
export async function notifyOfPublicationDecision(
  tx: Database,
  publication: Named & Pick<Publication, 'user'>,
  { decision, at }: { decision: PublicationDecision; at: Date },
): Promise<void> {
  const values = { ...valuesOf(publication), decision };
  const path = `/console/creator/campaigns/${publication.campaign.id}`;
  await notify(tx, at, [{ message: 'publication_decided', values, to: { userId: publication.user.id }, path }]);
}
