import { instantOf, isFields, listOf, numberOf, textOf, valueAt } from '../../fields.ts';
import type { Dialect } from '../dialect.ts';
import { packetOfUplink } from './uplink.ts';

/** ChirpStack, version 4: an event of its HTTP or MQTT integration. `object` only exists with a codec. */
export const chirpStack: Dialect = {
  id: 'chirpStack',
  recognizes: ({ root }) => isFields(root) && Object.hasOwn(root, 'deviceInfo'),
  read({ root }, received) {
    const device = textOf(valueAt(root, 'deviceInfo', 'devEui'));
    if (device === null) return 'deviceInfo names no devEui.';
    // Joins and device states arrive the same way.
    if (!isFields(root) || (root.data === undefined && root.object === undefined)) return [];
    return [
      packetOfUplink({
        dialect: 'chirpStack',
        device,
        name: textOf(valueAt(root, 'deviceInfo', 'deviceName')),
        payload: root.data,
        decoded: root.object,
        at: instantOf(root.time) ?? received,
        sequence: root.fCnt === undefined ? 0 : numberOf(root.fCnt),
        signal: numberOf(valueAt(listOf(root.rxInfo)[0], 'rssi')),
      }),
    ];
  },
};
