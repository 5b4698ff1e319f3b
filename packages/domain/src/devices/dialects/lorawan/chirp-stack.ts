import { getValue, isFields, parseNumber, parseText, parseTime, toList } from '../../fields.ts';
import type { Dialect } from '../dialect.ts';
import { buildUplinkPacket } from './uplink.ts';

/** ChirpStack, version 4: an event of its HTTP or MQTT integration. `object` only exists with a codec. */
export const chirpStack: Dialect = {
  id: 'chirpStack',
  recognizes: ({ root }) => isFields(root) && Object.hasOwn(root, 'deviceInfo'),
  read({ root }, received) {
    const device = parseText(getValue(root, 'deviceInfo', 'devEui'));
    if (device === null) return 'deviceInfo names no devEui.';
    // Joins and device states arrive the same way.
    if (!isFields(root) || (root.data === undefined && root.object === undefined)) return [];
    return [
      buildUplinkPacket({
        dialect: 'chirpStack',
        device,
        name: parseText(getValue(root, 'deviceInfo', 'deviceName')),
        payload: root.data,
        decoded: root.object,
        at: parseTime(root.time) ?? received,
        sequence: root.fCnt === undefined ? 0 : parseNumber(root.fCnt),
        signal: parseNumber(getValue(toList(root.rxInfo)[0], 'rssi')),
      }),
    ];
  },
};
