import { err, type Failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { buildSample, type SampleId } from '@atrium/domain/setup/devices/samples';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { PacketIntake } from './packet-intake.ts';

/** An invented device that sends packets in a given dialect. */
export interface PlayedDevice {
  readonly dialect: SampleId;
  readonly device: string;
  /** The name in its packets. */
  readonly name: string;
  /** Number of packets. Each covers 15 minutes; the last covers the latest finished ones. */
  readonly packets: number;
  /** Whether one packet is lost, one is sent twice, and one arrives late. */
  readonly isFaulty: boolean;
}

const quarter = 900_000;
/** Delay in ms from the end of an interval to its packet. */
const underWay = 58_000;

/** Sends an invented device's packets as if each had arrived on time. Returns how many were sent. */
export async function playDevice(
  packets: PacketIntake,
  scope: Scope,
  played: PlayedDevice,
  now: Instant,
): Promise<Result<number, Failure>> {
  let sent = 0;
  for (const { body, receivedAt } of courseOf(played, now)) {
    const taken = await packets.take({ scope, installationId: null }, body, receivedAt);
    if (!taken.ok) return err(taken.error);
    sent += 1;
  }
  return ok(sent);
}

interface Sent {
  readonly body: string;
  readonly receivedAt: Instant;
}

function courseOf({ dialect, device, name, packets, isFaulty }: PlayedDevice, now: Instant): readonly Sent[] {
  const last = Math.floor((now - underWay) / quarter) * quarter;
  const all = Array.from({ length: packets }, (_, index) => last - (packets - 1 - index) * quarter);
  let [enteredInAll, leftInAll] = [2_000, 1_950];
  const sent = all.map((at, sequence): Sent => {
    const { entered, left, passed } = peopleAt(at);
    enteredInAll += entered;
    leftInAll += left;
    const moment = { ...{ device, name, at, interval: 900, entered, left, passed }, enteredInAll, leftInAll, sequence };
    return { body: buildSample(dialect, moment).text, receivedAt: at + underWay };
  });
  if (!isFaulty) return sent;
  return sent.flatMap((one, index) => {
    if (index === Math.floor(packets / 2)) return [];
    if (index === Math.floor(packets / 3)) return [one, { ...one, receivedAt: one.receivedAt + 80_000 }];
    return index === Math.floor(packets / 4) ? [{ ...one, receivedAt: one.receivedAt + 2 * 3_600_000 }] : [one];
  });
}

/** Returns more people by day than by night, varied per quarter and the same on every run. */
function peopleAt(at: Instant) {
  const hour = (at / 3_600_000) % 24;
  const day = Math.max(0, Math.sin(((hour - 6) / 14) * Math.PI));
  const noise = ((at / quarter) * 7919) % 5;
  const entered = Math.round(6 * day + noise);
  return { entered, left: Math.max(0, entered - (noise % 2)), passed: 40 + Math.round(30 * day) + noise };
}
