import type { Actor } from '../../platform/auth/actor.ts';
import { onResource } from '../../platform/auth/policy.ts';
import { permits } from '../../platform/auth/team-role.ts';
import { managesOwner } from '../webhooks/index.ts';
import { findSchedule, type ReportSchedule } from './schedule.ts';

/** The policy of paths that read a scheduled report. */
export const onSchedule = onResource<ReportSchedule>({
  name: 'reportSchedule',
  describe: 'Members of its store, representatives of its client, its creator, an administrator.',
  param: 'schedule',
  kind: 'report_schedule',
  load: ({ db }, id) => findSchedule(db, id),
  access: (actor, { owner }) => (managesOwner(actor, owner) ? 'allow' : 'hide'),
});

/** The policy of paths that change one. A role that only reads permits a person to change the reports that the person has scheduled. */
export const onOwnSchedule = onResource<ReportSchedule>({
  name: 'ownReportSchedule',
  describe:
    'Those who may read it. Members of a team whose role does not permit `manage`: only reports that they have scheduled.',
  param: 'schedule',
  kind: 'report_schedule',
  load: ({ db }, id) => findSchedule(db, id),
  access: (actor, schedule) => {
    if (!managesOwner(actor, schedule.owner)) return 'hide';
    return schedule.createdBy === actor.userId || managesTeam(actor, schedule) ? 'allow' : 'forbid';
  },
});

function managesTeam(actor: Actor, { owner: { storeId, agencyId } }: ReportSchedule): boolean {
  if (actor.isAdmin) return true;
  const role = storeId === null ? actor.agencyRoles?.[agencyId ?? 0] : actor.storeRoles?.[storeId];
  return permits(role ?? 'owner', 'manage');
}
