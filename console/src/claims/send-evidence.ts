import { client } from '../api.ts';

/** Adds a picture to a claim. The generated client types a file as text; the request sends form data. */
export async function sendEvidence(claim: number, file: File): Promise<void> {
  const form = new FormData();
  form.append('file', file);
  await client.POST('/v2/order-claims/{order_claim}/evidence', {
    params: { path: { order_claim: claim } },
    body: { file: '' },
    bodySerializer: () => form,
  });
}
