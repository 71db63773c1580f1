import type { NewestFigures, Proof, Publication } from './publication.ts';

/** Presents a picture that proves something; its content has its own path. */
export const presentProof = ({ id, mediaType, size, sha256, addedAt }: Proof) => ({
  id,
  media_type: mediaType,
  size,
  sha256,
  added_at: addedAt.toISOString(),
});

const presentFigures = ({ measuredAt, proofId, ...rest }: NewestFigures) => ({
  ...rest,
  measured_at: measuredAt.toISOString(),
  proof_id: proofId,
});

/** Presents a publication as both sides see it. */
export function presentPublication(publication: Publication) {
  const { id, deliverable, campaign, store, participantId, user, review, address } = publication;
  return {
    id,
    deliverable,
    offer: campaign,
    store,
    participant_id: participantId,
    user,
    url: publication.url,
    platform: publication.platform,
    is_on_proven_channel: publication.isOnProvenChannel,
    published_on: publication.publishedOn,
    disclosure: publication.disclosure,
    disclosure_text: publication.disclosureText,
    revision: publication.revision,
    reported_at: publication.reportedAt.toISOString(),
    updated_at: publication.updatedAt.toISOString(),
    review:
      review === null
        ? null
        : { decision: review.decision, feedback: review.feedback, decided_at: review.decidedAt.toISOString() },
    address:
      address === null
        ? null
        : { state: address.state, since: address.since.toISOString(), checked_at: address.checkedAt.toISOString() },
    proofs: publication.proofs.map(presentProof),
    figures: publication.figures === null ? null : presentFigures(publication.figures),
  };
}
