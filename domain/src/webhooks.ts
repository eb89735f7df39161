// The events that webhooks of a plant can send.

export const webhookEvents = [
  'alarm.opened',
  'alarm.closed',
  'device.offline',
  'device.online',
  'finding.opened',
  'finding.closed',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];
