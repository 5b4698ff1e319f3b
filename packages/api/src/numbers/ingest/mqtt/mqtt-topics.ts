const form = /^atrium\/v1\/([0-9a-f]{16})\//;

/** Topic to which a key's gateways publish readings. */
const readingsTopic = (publicId: string) => `atrium/v1/${publicId}/readings`;

/** Topic to which devices publish in makers' formats. Many append names of their own. */
const devicesTopic = (publicId: string) => `atrium/v1/${publicId}/devices`;

/** Returns what a key may publish to a topic, or null for nothing. */
export function getTopicKind(topic: string, publicId: string): 'readings' | 'devices' | null {
  if (topic === readingsTopic(publicId)) return 'readings';
  const devices = devicesTopic(publicId);
  return topic === devices || topic.startsWith(`${devices}/`) ? 'devices' : null;
}

/** Adds what a device's topic adds to that of its key, such as `plug-7/status/switch:0`. */
export function withTopic<Holder extends object>(holder: Holder, full: string): Holder & { readonly topic?: string } {
  const topic = /^atrium\/v1\/[^/]+\/devices\/(.+)$/.exec(full)?.[1];
  return topic === undefined ? holder : { ...holder, topic };
}

/** Scopes that a key needs to publish to its topics. */
export const scopeOfTopic = { readings: 'readings:write', devices: 'devices:write' } as const;

/** Topic on which outcomes are published. Clients may subscribe to no other. */
export const buildAnswersTopic = (publicId: string) => `atrium/v1/${publicId}/answers`;

/** Subscriptions at an external broker: readings, and the devices topic with everything below it. */
export const subscribedTopics = [readingsTopic('+'), `${devicesTopic('+')}/#`] as const;

/** Returns the key's public id and the kind of content of a topic, or null for other topics. */
export function parseTopic(topic: string): { readonly publicId: string; readonly kind: 'readings' | 'devices' } | null {
  const publicId = form.exec(topic)?.[1];
  const kind = publicId === undefined ? null : getTopicKind(topic, publicId);
  return publicId === undefined || kind === null ? null : { publicId, kind };
}
