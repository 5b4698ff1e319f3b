export { registerDevices } from './devices.graphql.ts';
export { type FirstArrival, firstArrival } from './kept/first-arrival.ts';
export type { PlacingDependencies } from './place-device.ts';
export { type PacketRouteDependencies, registerDevicePacketRoutes } from './taking/device-packets.routes.ts';
export { packetsDoor } from './taking/packets-door.ts';
export { type PlayedDevice, playDevice } from './taking/play-device.ts';
export { createTakingPackets, type TakingPackets } from './taking/take-packets.ts';
