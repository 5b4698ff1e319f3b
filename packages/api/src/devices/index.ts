export { registerDevices } from './devices.graphql.ts';
export { type FirstArrival, findFirstArrival } from './kept/first-arrival.ts';
export { releaseSiteSenders } from './kept/senders.store.ts';
export type { PlacingDependencies } from './place-device.ts';
export { type PacketRouteDependencies, registerDevicePacketRoutes } from './taking/device-packets.routes.ts';
export { createMqttIntake } from './taking/mqtt-intake.ts';
export { createPacketIntake, type PacketIntake } from './taking/packet-intake.ts';
export { type PlayedDevice, playDevice } from './taking/play-device.ts';
