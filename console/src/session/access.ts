import type { Me } from './use-me.ts';

/*
 * What a person may see. Without imports of code, because shell/early.ts uses it before the scripts are loaded.
 */

/** Which store and agency the address is about. */
export interface Place {
  store?: number;
  client?: number;
}

/** @param parameters those of the address */
export const placeOf = ({ store, client }: { store?: string; client?: string }): Place => ({
  ...(store === undefined ? {} : { store: Number(store) }),
  ...(client === undefined ? {} : { client: Number(client) }),
});

/** What the rules need to know of the signed-in user. */
type Member = Pick<Me, 'roles' | 'stores' | 'clients'>;

export type TeamRole = 'owner' | 'manager' | 'finance' | 'read_only';

/** Whether the person may see a store: its members, and administrators. */
export const mayActForStore = (me: Member, storeId: number): boolean =>
  me.roles.includes('admin') || me.stores.some(({ id }) => id === storeId);

/** Whether the person may see an agency: its representatives, and administrators. */
export const mayActForAgency = (me: Member, clientId: number): boolean =>
  me.roles.includes('admin') || me.clients.some(({ id }) => id === clientId);

/** The path of the first page of the person's first role, to which `/console` leads. */
export function homeOf({ roles, stores: [store], clients: [agency] }: Member): string {
  if (roles.includes('admin')) return '/console/admin';
  if (store !== undefined) return `/console/shop/${store.id}`;
  if (agency !== undefined) return `/console/agency/${agency.id}`;
  return roles.includes('creator') ? '/console/creator' : '/console/account';
}

/** Whether the person may open a page. Immediate feedback; the API enforces permissions. */
export function isAllowed(me: Member, { store, client }: Place, path: string): boolean {
  if (path.startsWith('/console/admin')) return me.roles.includes('admin');
  if (path.startsWith('/console/creator')) return me.roles.includes('creator');
  if (store !== undefined) return mayActForStore(me, store);
  return client === undefined || mayActForAgency(me, client);
}

/** The membership of the person in the team of the store or agency. */
function membership({ stores, clients }: Member, { store, client }: Place): { role: TeamRole } | undefined {
  return store === undefined ? clients.find(({ id }) => id === client) : stores.find(({ id }) => id === store);
}

/** The role of the person in the team; null for administrators and on pages without a team, where no role applies. */
export const roleIn = (me: Member, place: Place): TeamRole | null =>
  me.roles.includes('admin') ? null : (membership(me, place)?.role ?? null);

/** Whether an administrator views a store or agency without being a member of its team. */
const isVisitor = (me: Member, place: Place): boolean =>
  me.roles.includes('admin') && (place.store ?? place.client) !== undefined && membership(me, place) === undefined;

/** Whether a page begins with a notice about the role of its reader (`components/role-limit.tsx`). */
export const hasRoleNotice = (me: Member, place: Place): boolean =>
  isVisitor(me, place) || ![null, 'owner'].includes(roleIn(me, place));
