/** The SHA-256 of a file, hexadecimal. */
async function sha256Of(content: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Saves the content of a reply if it has the expected checksum.
 * @throws Error with the message `wrong` otherwise
 */
export async function saveChecked(
  data: unknown,
  { name, sha256, wrong }: { name: string; sha256: string | null; wrong: string },
) {
  const content = data as Blob;
  if ((await sha256Of(content)) !== sha256) throw new Error(wrong);
  saveFile(content, name);
}

/** Offers a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
