/** Where a stored file can be fetched; for null, where the picture is that stands for a missing logo. */
export function fileUrl(publicUrl: string, key: string | null): string {
  return `${publicUrl}/files/${key ?? 'placeholder/logo.svg'}`;
}
