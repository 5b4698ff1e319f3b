import { isUtf8 } from 'node:buffer';
import { err, ok } from '@atrium/domain/core';
import { decompressBody, type MessageEndpoint } from '../../measurements/index.ts';
import type { PacketIntake } from './packet-intake.ts';

export const bytesPerRequest = 400_000;

/** Decodes a body in a maker's format as one UTF-8 text. */
export async function decodePacketBody(bytes: Buffer, encoding: string | undefined) {
  const plain = await decompressBody(bytes, encoding, bytesPerRequest);
  if (!plain.ok) return plain;
  return isUtf8(plain.value)
    ? ok([plain.value.toString('utf8')])
    : err({ status: 400, message: 'The body is no UTF-8 text.' } as const);
}

/** The same intake for MQTT messages. */
export const createMqttIntake = (packets: PacketIntake): MessageEndpoint => ({
  rates: packets.rates,
  get isFull() {
    return packets.isFull;
  },
  read: decodePacketBody,
  take: (holder, [body]) => packets.take(holder, body as string),
});
