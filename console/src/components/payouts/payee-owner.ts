/** A payee: a creator or an agency. */
export interface PayeeOwner {
  kind: 'user' | 'client';
  id: number;
}

/** The arguments of the two queries about a payee, of which one is enabled. */
export const asUser = ({ kind, id }: PayeeOwner) =>
  [{ params: { path: { user: id } } }, { enabled: kind === 'user' }] as const;
export const asAgency = ({ kind, id }: PayeeOwner) =>
  [{ params: { path: { client: id } } }, { enabled: kind === 'client' }] as const;
