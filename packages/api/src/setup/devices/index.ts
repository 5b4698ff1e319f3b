export { registerDevices } from './devices.graphql.ts';
export { type PacketRouteDependencies, registerDevicePacketRoutes } from './packets/device-packets.routes.ts';
export { createMqttIntake, createPacketIntake, type PacketIntake } from './packets/packet-intake.ts';
export { type PlayedDevice, playDevice } from './packets/play-device.ts';
export { releaseSiteSenders } from './packets/senders.store.ts';
export { type FirstArrival, findFirstArrival } from './packets/store-packet.ts';
export type { PlacingDependencies } from './place-device.ts';
