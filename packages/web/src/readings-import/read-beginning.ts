/** Bytes needed to detect the columns. */
const headBytes = 64 * 1024;

/** Reads the beginning of a file as text, decompressing gzip, as far as possible. */
export async function readBeginning(file: Blob): Promise<string> {
  const head = file.slice(0, headBytes);
  const [first, second] = new Uint8Array(await head.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return head.text();
  const reader = head.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let next = await reader.read(); !next.done && text.length < headBytes; next = await reader.read())
      text += decoder.decode(next.value, { stream: true });
  } catch {
    // A truncated gzip stream fails at its end; the text before it is enough.
  }
  return text;
}
