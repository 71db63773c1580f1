export const en = {
  /** Status of a participant, for the shop and the agency. */
  participant: {
    open: 'Invited',
    applied: 'Applied',
    denied: 'Declined',
    accepted: 'Accepted',
    store_denied: 'Rejected',
    done: 'Done',
    suggestion: 'Suggested',
    second_prio: 'Waitlist',
    have_posted: 'Posted',
    have_received: 'Product received',
    product_sent: 'Product sent',
  },
  /** Status of a campaign. */
  campaign: { active: 'Running', paused: 'Paused', scheduled: 'Scheduled', ended: 'Ended', deleted: 'Deleted' },
};
