export { NotificationFields } from './notification-fields.tsx';
export { WhatTheyRead } from './what-they-read.tsx';
