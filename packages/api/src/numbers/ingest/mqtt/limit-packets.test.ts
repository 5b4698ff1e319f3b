import fc from 'fast-check';
import { generate } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { createPacketMeter } from './limit-packets.ts';

const publish = (bytes: number) =>
  generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(bytes), qos: 0, dup: false, retain: false });

test('however the bytes are chunked, the first packet beyond the limit is detected and none within it', () => {
  const packets = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 6 });
  const cuts = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(packets, cuts, fc.integer({ min: 3, max: 40_003 }), (sizes, lengths, limit) => {
      const isWithin = createPacketMeter(() => limit);
      const bytes = Buffer.concat(sizes.map(publish));
      let accepted = true;
      for (let at = 0, turn = 0; at < bytes.length && accepted; turn++) {
        const length = lengths[turn % lengths.length] as number;
        accepted = isWithin(bytes.subarray(at, at + length));
        at += length;
      }
      // The packet also contains its topic: two bytes of length and one letter.
      expect(accepted).toBe(sizes.every((size) => size + 3 <= limit));
    }),
  );
});

test('a length without an end is beyond any limit', () => {
  expect(createPacketMeter(() => 1_000_000)(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff]))).toBe(false);
});
