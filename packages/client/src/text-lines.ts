/** The complete lines of a stream of UTF-8. A last line without a line feed is incomplete and left out. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let isDone = false;
  try {
    while (!isDone) {
      const { done, value } = await reader.read();
      isDone = done;
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    // A consumer that stops early ends the request.
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}
