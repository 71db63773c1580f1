import type { Activity } from './list-activities.ts';

const STORE = { id: 1, displayName: 'Alex Andersson' };
const CREATOR = { id: 2, displayName: 'creator' };
const at = (minute: number) => new Date(Date.UTC(2024, 0, 15, 9, minute));
const moved = (id: number, actor: Activity['actor'], from: string, to: string): Activity => ({
  id,
  type: 'STATUS_CHANGE',
  actor,
  comment: null,
  change: { from, to },
  createdAt: at(id),
  editedAt: null,
  isUnread: false,
});
const said = (id: number, actor: Activity['actor'], text: string, editedAt: Date | null = null): Activity => ({
  id,
  type: 'COMMENT',
  actor,
  comment: { id, text },
  change: null,
  createdAt: at(id),
  editedAt,
  isUnread: true,
});

/** A constant log with one entry of each form, for developers of log views. */
export const DEMONSTRATION: readonly Activity[] = [
  moved(1, null, 'suggestion', 'open'),
  moved(2, CREATOR, 'open', 'applied'),
  said(3, STORE, 'Which size shall we send?'),
  said(4, CREATOR, 'Size 39, please.', at(5)),
  { ...said(6, STORE, ''), type: 'DELETED_COMMENT', comment: null, isUnread: false },
  moved(7, STORE, 'applied', 'accepted'),
];
