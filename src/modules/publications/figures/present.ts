import type { ObservationInHistory } from './figures.ts';

/** Presents an observation of a publication. */
export const presentObservation = ({ measuredAt, proofId, recordedAt, ...rest }: ObservationInHistory) => ({
  ...rest,
  measured_at: measuredAt.toISOString(),
  proof_id: proofId,
  recorded_at: recordedAt.toISOString(),
});
