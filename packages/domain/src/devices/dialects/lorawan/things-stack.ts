import { fieldsAt, instantOf, isFields, listOf, numberOf, textOf, valueAt } from '../../fields.ts';
import type { Dialect } from '../dialect.ts';
import { packetOfUplink } from './uplink.ts';

/** The Things Stack, version 3: a webhook's uplink message. It omits fields equal to 0, so a missing count is 0. */
export const thingsStack: Dialect = {
  id: 'thingsStack',
  recognizes: ({ root }) => isFields(root) && Object.hasOwn(root, 'end_device_ids'),
  read({ root }, received) {
    const device =
      textOf(valueAt(root, 'end_device_ids', 'dev_eui')) ?? textOf(valueAt(root, 'end_device_ids', 'device_id'));
    if (device === null) return 'end_device_ids names no device.';
    const message = valueAt(root, 'uplink_message');
    // Joins, acknowledgements and downlinks may use the same webhook.
    if (!isFields(message)) return [];
    const gateway = listOf(message.rx_metadata)[0];
    return [
      packetOfUplink({
        dialect: 'thingsStack',
        device,
        name: textOf(fieldsAt(root, 'end_device_ids').device_id),
        payload: message.frm_payload,
        decoded: message.decoded_payload,
        at: instantOf(message.received_at) ?? instantOf(valueAt(root, 'received_at')) ?? received,
        sequence: message.f_cnt === undefined ? 0 : numberOf(message.f_cnt),
        signal: numberOf(valueAt(gateway, 'rssi')),
      }),
    ];
  },
};
