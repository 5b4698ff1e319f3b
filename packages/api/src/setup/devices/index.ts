export { createDevicesModule, createEndpointsModule } from './devices-module.ts';
export type { PacketIntake } from './packets/packet-intake.ts';
export { type PlayedDevice, playDevice } from './packets/play-device.ts';
export { releaseSiteSenders } from './packets/senders.store.ts';
export { type FirstArrival, findFirstArrival } from './packets/store-packet.ts';
