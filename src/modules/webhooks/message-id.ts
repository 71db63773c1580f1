/** The id of an event as receivers get it. @param uuid `message_id` of the event */
export const messageIdOf = (uuid: string): string => `msg_${uuid.replaceAll('-', '')}`;
