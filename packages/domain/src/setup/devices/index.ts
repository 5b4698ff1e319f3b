export { nameShellyStatus } from './dialects/shelly.ts';
export { checkFieldMap, type FieldMap, type FieldMeaning, fieldMeanings, type MappedNumber } from './field-map.ts';
export { isNamedByForm } from './fields.ts';
export {
  getPacketTime,
  type InterpretedPacket,
  interpretPackets,
  type PacketMark,
  type PacketMarkKind,
  type PacketReading,
  type ParsedPacket,
  packetMarkKinds,
} from './interpret-packets.ts';
export {
  type DeviceUse,
  type DialectId,
  deviceUses,
  dialectIds,
  inferUse,
  isPacketOf,
  type Packet,
  type PacketNumber,
} from './packet.ts';
export { maxPacketFields, type PacketField } from './packet-fields.ts';
