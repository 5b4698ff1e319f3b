export {
  type Channel,
  type ChannelName,
  type Channels,
  type Content,
  channelNames,
  type Delivery,
  type DeliveryProblem,
  type MailAttachment,
  type MailContent,
  type PushContent,
} from './channel.ts';
export { registerDevOutbox } from './dev-outbox/dev-outbox.routes.ts';
export { createJobKeys, deriveJobKey, type JobKeys } from './job-keys.ts';
export { type OpenChannels, openChannels } from './open-channels.ts';
export { openOutboxFolder, type StoredMessage } from './outbox-folder.ts';
export { derivePushPublicKey } from './vapid-keys.ts';
