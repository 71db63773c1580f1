/** Returns the address of a stored file; for null, the address of the placeholder logo. */
export function fileUrl(publicUrl: string, key: string | null): string {
  return `${publicUrl}/files/${key ?? 'placeholder/logo.svg'}`;
}
