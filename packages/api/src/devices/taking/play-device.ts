import { err, type Failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { type SampleId, sampleOf } from '@atrium/domain/devices/samples';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { TakingPackets } from './take-packets.ts';

/** A device that is made up: what it sends is what one of that dialect would. */
export interface PlayedDevice {
  readonly dialect: SampleId;
  readonly device: string;
  /** What it calls itself. */
  readonly name: string;
  /** Packets, each about a quarter of an hour, the last about the one that ended before. */
  readonly packets: number;
  /** Whether one is lost, one comes twice, and one late. */
  readonly isFaulty: boolean;
}

const quarter = 900_000;
/** ms from the end of a quarter to the packet about it. */
const underWay = 58_000;

/** Plays a device, as if its packets had come when they were due. Says how many were sent. */
export async function playDevice(
  packets: TakingPackets,
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
    return { body: sampleOf(dialect, moment).text, receivedAt: at + underWay };
  });
  if (!isFaulty) return sent;
  return sent.flatMap((one, index) => {
    if (index === Math.floor(packets / 2)) return [];
    if (index === Math.floor(packets / 3)) return [one, { ...one, receivedAt: one.receivedAt + 80_000 }];
    return index === Math.floor(packets / 4) ? [{ ...one, receivedAt: one.receivedAt + 2 * 3_600_000 }] : [one];
  });
}

/** More by day than by night, differently every quarter, and the same whenever it is played. */
function peopleAt(at: Instant) {
  const hour = (at / 3_600_000) % 24;
  const day = Math.max(0, Math.sin(((hour - 6) / 14) * Math.PI));
  const noise = ((at / quarter) * 7919) % 5;
  const entered = Math.round(6 * day + noise);
  return { entered, left: Math.max(0, entered - (noise % 2)), passed: 40 + Math.round(30 * day) + noise };
}
