import type { Socket } from 'node:net';

/**
 * Ends a connection that announces a packet beyond the limit (bytes after the fixed header) before it is gathered in
 * memory: the broker gathers whatever is announced, up to 256 MB. The limit is asked at each packet, since it may grow
 * once the client has signed in.
 */
export function limitPackets(socket: Socket, limit: () => number): void {
  const isWithin = packetMeter(limit);
  const read = socket.read.bind(socket);
  // The broker takes its bytes through read(); watching them there costs no copy and no second stream.
  socket.read = (size) => {
    const chunk = read(size);
    if (chunk === null || isWithin(chunk)) return chunk;
    socket.destroy(new Error('a packet is larger than the limit'));
    return null;
  };
}

/** Follows the packets in a stream of chunks; false as soon as one announces more than the limit. */
export function packetMeter(limit: () => number): (chunk: Uint8Array) => boolean {
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
