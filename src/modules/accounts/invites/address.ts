/** The code stands behind `#`, which browsers send to nobody: it is in no log, and no proxy sees it. */
export const invitationAddress = (publicUrl: string, secret: string): string => `${publicUrl}/invitations#${secret}`;
