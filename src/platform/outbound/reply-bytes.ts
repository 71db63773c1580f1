/** Another service sent more than we are ready to hold. */
class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/**
 * Reads what another service answered, up to a limit; more than that is not read.
 * @throws ReplyTooLarge, or what the connection says
 */
export async function replyBytes(reply: Response, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > limitBytes) throw new ReplyTooLarge(`the answer is longer than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
