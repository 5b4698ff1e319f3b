const form = /^atrium\/v1\/([0-9a-f]{16})\//;

/** Where the gateways of a key publish readings. */
const readingsTopic = (publicId: string) => `atrium/v1/${publicId}/readings`;

/** Where devices publish in their makers' formats, and below it, for many put names of their own behind it. */
const devicesTopic = (publicId: string) => `atrium/v1/${publicId}/devices`;

/** What may be published to a topic with that key, or null for nothing. */
export function kindOfTopic(topic: string, publicId: string): 'readings' | 'devices' | null {
  if (topic === readingsTopic(publicId)) return 'readings';
  const devices = devicesTopic(publicId);
  return topic === devices || topic.startsWith(`${devices}/`) ? 'devices' : null;
}

/** Where they hear what became of it: the only topics anyone may subscribe to. */
export const answersTopic = (publicId: string) => `atrium/v1/${publicId}/answers`;

/** What a broker of one's own is subscribed to: readings, and what devices publish there or below. */
export const everyTopic = [readingsTopic('+'), `${devicesTopic('+')}/#`] as const;

/** The public id of the key that a topic names and what is published there, or null for any other topic. */
export function readTopic(topic: string): { readonly publicId: string; readonly kind: 'readings' | 'devices' } | null {
  const publicId = form.exec(topic)?.[1];
  const kind = publicId === undefined ? null : kindOfTopic(topic, publicId);
  return publicId === undefined || kind === null ? null : { publicId, kind };
}
