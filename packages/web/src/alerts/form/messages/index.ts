export { MessagePreview } from './message-preview.tsx';
export { NotificationFields } from './notification-fields.tsx';
