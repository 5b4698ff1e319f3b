import { type Fields, isFields, parseNumber, parseText, parseTime, parseUtcTime, toList } from '../fields.ts';
import { buildPacket, type Packet, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

const metrics: Readonly<Record<number, string>> = { 1: 'affluenceIn', 2: 'affluenceOut' };
/** Object types that are people; others are carts, pets and the like. */
const people = new Set([11, 21]);

/** The camera's serial. Firmware of 2025 calls it DeviceSerial. */
const serialOf = (event: Fields) => parseText(event.CameraSerial) ?? parseText(event.DeviceSerial);

/** FootfallCam: one event per crossing, identified by the camera's serial. Its occupancy is ignored. */
export const footfallCam: Dialect = {
  id: 'footfallCam',
  recognizes: ({ root }) =>
    toList(root).some(
      (one) =>
        isFields(one) &&
        (Object.hasOwn(one, 'CameraSerial') || Object.hasOwn(one, 'DeviceSerial')) &&
        Object.hasOwn(one, 'CombineObjectTypeId'),
    ),
  read({ root }) {
    const cameras = new Map<string, PacketNumber[]>();
    for (const event of toList(root)) {
      const camera = isFields(event) ? serialOf(event) : null;
      if (!isFields(event) || camera === null) return 'An event names neither CameraSerial nor DeviceSerial.';
      const told = cameras.get(camera) ?? [];
      cameras.set(camera, told);
      const metric = metrics[parseNumber(event.MetricId) ?? 0];
      const at = parseTime(event.EventEndTime) ?? parseUtcTime(event.EventEndUTCTime);
      if (metric === undefined || at === null || !people.has(parseNumber(event.CombineObjectTypeId) ?? 0)) continue;
      // Times are whole seconds, so the person's number distinguishes two people in the same second.
      const person = Math.abs(Math.trunc(parseNumber(event.PeopleId) ?? 0)) % 1000;
      told.push({ kind: 'crossing', metric, at: at + person });
    }
    return [...cameras].map(([device, told]): Packet => buildPacket({ dialect: 'footfallCam', device, told }));
  },
};
