/** The code follows `#`, which browsers do not send: no log and no proxy sees it. */
export const invitationAddress = (publicUrl: string, secret: string): string => `${publicUrl}/invitations#${secret}`;
