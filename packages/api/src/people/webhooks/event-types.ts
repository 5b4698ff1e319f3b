/** What a webhook may be called for, in the names of the API. */
export const webhookEventTypes = [
  'alert.opened',
  'alert.closed',
  'alert.no_data',
  'device.silent',
  'device.back',
  'device.waiting',
  'site.day_complete',
  'measurement.changed',
  'export.ready',
  'report.sent',
  'webhook.test',
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];
