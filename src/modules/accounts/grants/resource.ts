/** The path of the resource for which tokens of grants are valid. */
export const GRANTED_PATH = '/mcp';

/** The address of the resource for which tokens of grants are valid (RFC 8707). */
export const resourceOf = (publicUrl: string): string => `${publicUrl}${GRANTED_PATH}`;
