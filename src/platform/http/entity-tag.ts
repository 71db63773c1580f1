/** Whether `If-None-Match` lists the tag, including its quotes. A weak tag matches, too (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((given) => given.trim().replace(/^W\//, '') === etag);
}
