/** Size of one object: small enough that a small change copies little again. */
const pieceBytes = 4 * 1024 ** 2;

/** Splits a stream into pieces of one size; the last may be shorter. */
export async function* splitIntoPieces(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    const all = Buffer.concat(waiting);
    let from = 0;
    for (; from + pieceBytes <= all.length; from += pieceBytes) yield all.subarray(from, from + pieceBytes);
    waiting = [all.subarray(from)];
    bytes = all.length - from;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
