export {
  type CourseReading,
  type FollowedPacket,
  followPackets,
  type KeptPacket,
  type Mark,
  type MarkKind,
  markKinds,
  timeOf,
} from './course.ts';
export { checkFieldMap, type FieldMap, type FieldMeaning, fieldMeanings, type MappedNumber } from './field-map.ts';
export { type DeviceUse, type DialectId, deviceUses, dialectIds, type Packet, type Told } from './told.ts';
export { useOf } from './use.ts';
