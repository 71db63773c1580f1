/** Another service has sent more bytes than the limit. */
class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/**
 * Reads the response body of another service up to a limit.
 * @throws ReplyTooLarge, or the error of the connection
 */
export async function replyBytes(reply: Response, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > limitBytes) throw new ReplyTooLarge(`the answer is longer than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
