/** Texts of the log of deliveries. */
export const en = {
  noDeliveries: { title: 'No deliveries yet', hint: 'Events of the last 30 days appear here.' },
  event: 'Event',
  at: 'Time',
  status: 'Status',
  statuses: { pending: 'Waiting', delivered: 'Delivered', failed: 'Given up' },
  reply: 'Last reply',
  noReply: 'None',
  replay: 'Send again',
  replayLabel: (event: string, at: string) => `Send again: ${event}, ${at}`,
  replayed: 'The event is sent again',
  range: {
    label: 'Send again all events since',
    action: 'Send again',
    actionLabel: (url: string) => `Send again all events to ${url}`,
    done: (count: string) => `Events that are sent again: ${count}`,
  },
  rotation: {
    action: 'New secret',
    actionLabel: (url: string) => `New secret for ${url}`,
    title: 'Create a new secret for this webhook?',
    words: 'Events are signed with both secrets for 24 hours. Change the receiver in this time.',
    done: 'Copy the new secret now: it is shown only once.',
  },
  attempt: {
    title: 'Last request and reply',
    none: 'Nothing was sent yet.',
    request: 'Request',
    reply: 'Reply',
  },
};
