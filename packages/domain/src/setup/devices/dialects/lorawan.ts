import type { Instant } from '../../../core/index.ts';
import { type Fields, getFields, getValue, isFields, parseNumber, parseText, parseTime, toList } from '../fields.ts';
import { buildPacket, type DialectId, type Packet } from '../packet.ts';
import { parseDecoded } from './decoded-fields.ts';
import type { Dialect } from './dialect.ts';
import { decodeDragino } from './dragino.ts';
import { decodeElsys } from './elsys.ts';
import { decodeImBuildings, toHex } from './im-buildings.ts';
import { decodeMilesight } from './milesight.ts';

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
        port: parseNumber(message.f_port),
        payload: decodeBase64(message.frm_payload),
        decoded: message.decoded_payload,
        at: parseTime(message.received_at) ?? parseTime(getValue(root, 'received_at')) ?? received,
        sequence: message.f_cnt === undefined ? 0 : parseNumber(message.f_cnt),
        signal: parseNumber(getValue(gateway, 'rssi')),
      }),
    ];
  },
};

/**
 * ChirpStack, an event of its HTTP or MQTT integration. Version 4 has `deviceInfo`. Version 3 has `devEUI`, in base64 or
 * as hex digits, and the decoder's result as JSON text. The decoded object only exists with a codec.
 */
export const chirpStack: Dialect = {
  id: 'chirpStack',
  recognizes: ({ root }) =>
    isFields(root) &&
    (Object.hasOwn(root, 'deviceInfo') || (Object.hasOwn(root, 'devEUI') && Object.hasOwn(root, 'applicationID'))),
  read({ root }, received) {
    if (!isFields(root)) return [];
    const isVersion4 = Object.hasOwn(root, 'deviceInfo');
    const device = isVersion4 ? parseText(getValue(root, 'deviceInfo', 'devEui')) : parseEui(root.devEUI);
    if (device === null) return isVersion4 ? 'deviceInfo names no devEui.' : 'devEUI is no device address.';
    const decoded = root.object ?? parseJson(root.objectJSON);
    // Joins and device states arrive the same way.
    if (root.data === undefined && decoded === undefined) return [];
    const gateway = toList(root.rxInfo)[0];
    return [
      buildUplinkPacket({
        dialect: 'chirpStack',
        device,
        name: parseText(isVersion4 ? getValue(root, 'deviceInfo', 'deviceName') : root.deviceName),
        port: parseNumber(root.fPort),
        payload: decodeBase64(root.data),
        decoded,
        at: parseTime(root.time) ?? parseTime(getValue(gateway, 'time')) ?? received,
        sequence: root.fCnt === undefined ? 0 : parseNumber(root.fCnt),
        signal: parseNumber(getValue(gateway, 'rssi')),
      }),
    ];
  },
};

/** Actility ThingPark: an uplink of its HTTP connection. Older servers write numbers as text. */
export const actility: Dialect = {
  id: 'actility',
  recognizes: ({ root }) => isFields(root) && isFields(root.DevEUI_uplink),
  read({ root }, received) {
    const uplink = getFields(root, 'DevEUI_uplink');
    const device = parseText(uplink.DevEUI);
    if (device === null) return 'DevEUI_uplink names no DevEUI.';
    return [
      buildUplinkPacket({
        dialect: 'actility',
        device,
        name: parseText(getValue(uplink, 'CustomerData', 'name')),
        port: parseNumber(uplink.FPort),
        payload: decodeHex(uplink.payload_hex),
        decoded: uplink.payload,
        at: parseTime(uplink.Time) ?? received,
        sequence: parseNumber(uplink.FCntUp),
        signal: parseNumber(uplink.LrrRSSI),
      }),
    ];
  },
};

/** Helium: an uplink of its former console. Its present one is ChirpStack's. */
export const helium: Dialect = {
  id: 'helium',
  recognizes: ({ root }) => isFields(root) && Object.hasOwn(root, 'dev_eui') && Object.hasOwn(root, 'hotspots'),
  read({ root }, received) {
    const device = parseText(getValue(root, 'dev_eui'));
    if (device === null || !isFields(root)) return 'dev_eui names no device.';
    return [
      buildUplinkPacket({
        dialect: 'helium',
        device,
        name: parseText(root.name),
        port: parseNumber(root.port),
        payload: decodeBase64(root.payload),
        decoded: getValue(root, 'decoded', 'payload'),
        at: parseTime(root.reported_at) ?? received,
        sequence: parseNumber(root.fcnt),
        signal: parseNumber(getValue(toList(root.hotspots)[0], 'rssi')),
      }),
    ];
  },
};

/** An uplink as any network server reports it. */
interface Uplink {
  readonly dialect: DialectId;
  readonly device: string;
  readonly name: string | null;
  /** Application port. Some makers use one of their own. */
  readonly port: number | null;
  /** Null: none, or not readable. */
  readonly payload: Uint8Array | null;
  /** Result of the network's own decoder. */
  readonly decoded: unknown;
  readonly at: Instant;
  readonly sequence: number | null;
  readonly signal: number | null;
}

/**
 * Builds a packet, preferably with our own decoders. Networks' decoders omit zeros, and some of them regions that were
 * not requested.
 */
function buildUplinkPacket({ port, payload, decoded, at, ...rest }: Uplink): Packet {
  const packet = { ...rest, isFrame: true };
  if (payload !== null && payload.length > 0) {
    const counted = decodeImBuildings(payload, rest.device, at);
    if (counted !== null) return buildPacket({ ...packet, ...counted, model: 'IMBuildings People Counter' });
    const elsys = decodeElsys(payload, port, at);
    if (elsys !== null) return buildPacket({ ...packet, ...elsys, model: 'Elsys' });
    const dragino = decodeDragino(payload, port, at);
    if (dragino !== null) return buildPacket({ ...packet, ...dragino, model: 'Dragino LHT' });
    const own = decodeMilesight(payload, at);
    if (own !== null) return buildPacket({ ...packet, ...own, model: modelOf(own.told.map(({ metric }) => metric)) });
  }
  const known = isFields(decoded) ? parseDecoded(decoded, at) : { told: [], battery: null };
  return buildPacket({ ...packet, ...known });
}

function modelOf(metrics: readonly string[]): string | null {
  if (metrics.includes('affluenceIn')) return 'Milesight VS';
  return metrics.includes('temperature') ? 'Milesight AM' : null;
}

/** More bytes than a LoRaWAN packet can have. */
const maxBytes = 256;

/** Decodes base64. Null if it is invalid or too long for a radio packet. */
function decodeBase64(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || text.length > (maxBytes * 4) / 3 + 4) return null;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function decodeHex(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || text.length > 2 * maxBytes || !/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** Parses a device address of eight bytes, as 16 hex digits or in base64. */
function parseEui(value: unknown): string | null {
  const text = parseText(value);
  if (text === null || /^[0-9a-f]{16}$/i.test(text)) return text;
  const bytes = decodeBase64(text);
  return bytes?.length === 8 ? toHex(bytes) : null;
}

function parseJson(text: unknown): Fields | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
