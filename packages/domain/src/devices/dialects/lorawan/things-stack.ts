import { getFields, getValue, isFields, parseNumber, parseText, parseTime, toList } from '../../fields.ts';
import type { Dialect } from '../dialect.ts';
import { buildUplinkPacket } from './uplink.ts';

/** The Things Stack, version 3: a webhook's uplink message. It omits fields equal to 0, so a missing count is 0. */
export const thingsStack: Dialect = {
  id: 'thingsStack',
  recognizes: ({ root }) => isFields(root) && Object.hasOwn(root, 'end_device_ids'),
  read({ root }, received) {
    const device =
      parseText(getValue(root, 'end_device_ids', 'dev_eui')) ??
      parseText(getValue(root, 'end_device_ids', 'device_id'));
    if (device === null) return 'end_device_ids names no device.';
    const message = getValue(root, 'uplink_message');
    // Joins, acknowledgements and downlinks may use the same webhook.
    if (!isFields(message)) return [];
    const gateway = toList(message.rx_metadata)[0];
    return [
      buildUplinkPacket({
        dialect: 'thingsStack',
        device,
        name: parseText(getFields(root, 'end_device_ids').device_id),
        payload: message.frm_payload,
        decoded: message.decoded_payload,
        at: parseTime(message.received_at) ?? parseTime(getValue(root, 'received_at')) ?? received,
        sequence: message.f_cnt === undefined ? 0 : parseNumber(message.f_cnt),
        signal: parseNumber(getValue(gateway, 'rssi')),
      }),
    ];
  },
};
