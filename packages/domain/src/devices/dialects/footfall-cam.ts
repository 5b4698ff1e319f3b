import { instantOf, isFields, listOf, numberOf, textOf, utcOf } from '../fields.ts';
import { type Packet, packetOf, type Told } from '../told.ts';
import type { Dialect } from './dialect.ts';

const metrics: Readonly<Record<number, string>> = { 1: 'affluenceIn', 2: 'affluenceOut' };
/** Object types that are people; others are carts, pets and the like. */
const people = new Set([11, 21]);

/** FootfallCam: one event per crossing, identified by the camera's serial. Its occupancy is ignored. */
export const footfallCam: Dialect = {
  id: 'footfallCam',
  recognizes: ({ root }) =>
    listOf(root).some(
      (one) => isFields(one) && Object.hasOwn(one, 'CameraSerial') && Object.hasOwn(one, 'CombineObjectTypeId'),
    ),
  read({ root }) {
    const cameras = new Map<string, Told[]>();
    for (const event of listOf(root)) {
      const camera = isFields(event) ? textOf(event.CameraSerial) : null;
      if (!isFields(event) || camera === null) return 'An event names no CameraSerial.';
      const told = cameras.get(camera) ?? [];
      cameras.set(camera, told);
      const metric = metrics[numberOf(event.MetricId) ?? 0];
      const at = instantOf(event.EventEndTime) ?? utcOf(event.EventEndUTCTime);
      if (metric === undefined || at === null || !people.has(numberOf(event.CombineObjectTypeId) ?? 0)) continue;
      // Times are whole seconds, so the person's number distinguishes two people in the same second.
      const person = Math.abs(Math.trunc(numberOf(event.PeopleId) ?? 0)) % 1000;
      told.push({ kind: 'crossing', metric, at: at + person });
    }
    return [...cameras].map(([device, told]): Packet => packetOf({ dialect: 'footfallCam', device, told }));
  },
};
