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
export { type JobKeys, jobKey, jobKeys } from './job-keys.ts';
export { type OpenChannels, openChannels } from './open-channels.ts';
export { type KeptMessage, outboxFolder } from './outbox-folder.ts';
export { pushKey } from './vapid-keys.ts';
