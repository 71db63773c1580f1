/** The store or the agency that searches, and to which lists and notes belong. */
export interface Owner {
  kind: 'store' | 'agency';
  id: number;
}

/**
 * The path of an owner's route. The routes of agencies have the same parameters and replies as those of stores, so the types of a store's path hold.
 * @param path of a store
 */
export const pathOf = <Path extends `/v2/stores/{store}/creator${string}`>({ kind }: Owner, path: Path): Path =>
  kind === 'store' ? path : (path.replace('/v2/stores/{store}', '/v2/clients/{client}') as Path);

/** The parameters of such a path. */
export const idsOf = ({ id }: Owner) => ({ store: id, client: id });
