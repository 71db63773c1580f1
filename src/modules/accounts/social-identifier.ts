/** The name of an account at a social network, without surrounding space and the sign `@`. Names are compared in any case of letters. */
export const socialIdentifierOf = (text: string): string => text.replace(/^[\s@]+|\s+$/g, '');
