import type { Socket } from 'node:net';

/**
 * Closes a connection that announces a packet beyond the limit (bytes after the fixed header) before it is buffered.
 * The broker itself would buffer up to 256 MB. The limit is read for each packet, because it may grow after sign-in.
 */
export function limitPackets(socket: Socket, limit: () => number): void {
  const isWithin = createPacketMeter(limit);
  const read = socket.read.bind(socket);
  // The broker reads with read(). Observing it there needs no copy and no second stream.
  socket.read = (size) => {
    const chunk = read(size);
    if (chunk === null || isWithin(chunk)) return chunk;
    socket.destroy(new Error('a packet is larger than the limit'));
    return null;
  };
}

/**
 * Returns a function that follows the packets in a stream of chunks. It returns false once a packet exceeds the limit.
 */
export function createPacketMeter(limit: () => number): (chunk: Uint8Array) => boolean {
  let toSkip = 0;
  let isInLength = false;
  let length = 0;
  let factor = 1;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at);
        toSkip -= skipped;
        at += skipped;
        continue;
      }
      const byte = chunk[at++] as number;
      if (!isInLength) {
        [isInLength, length, factor] = [true, 0, 1];
        continue;
      }
      length += (byte & 127) * factor;
      factor *= 128;
      if (length > limit()) return false;
      if (byte >= 128) continue;
      isInLength = false;
      toSkip = length;
    }
    return true;
  };
}
