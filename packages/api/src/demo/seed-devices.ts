import type { Instant } from '@atrium/domain/core';
import { type PacketIntake, type PlayedDevice, playDevice } from '../devices/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';

/** Devices that send but are not placed yet. */
const devices: readonly PlayedDevice[] = [
  { dialect: 'shelly', device: 'shellyem-a4cf12', name: '', packets: 24, isFaulty: false },
  { dialect: 'thingsStack', device: '24E124148C2A7F10', name: 'vs133-fitting-rooms', packets: 12, isFaulty: true },
  { dialect: 'xovis', device: '80:1F:12:D4:0A:3C', name: '42nd St', packets: 24, isFaulty: true },
  { dialect: 'hikvision', device: '44:19:b6:0e:71:c2', name: 'Street door', packets: 24, isFaulty: true },
];

/** Seeds devices that wait for placement, and one in an unknown format. */
export async function seedDevices(packets: PacketIntake, scope: Scope, now: Instant): Promise<void> {
  const gate = JSON.stringify({ deviceId: 'gate-2', when: new Date(now).toISOString(), in: 7, out: 5 });
  const taken = await packets.take({ scope, installationId: null }, gate);
  if (!taken.ok) throw new Error(taken.error.message);
  for (const device of devices) {
    const played = await playDevice(packets, scope, device, now);
    if (!played.ok) throw new Error(played.error.message);
  }
}
