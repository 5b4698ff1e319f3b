const form = /^atrium\/v1\/([0-9a-f]{16})\/readings$/;

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

/** What a broker of one's own is subscribed to. */
export const everyReadingsTopic = readingsTopic('+');

/** The public id of the key that a topic of readings names, or null for any other topic. */
export const keyOfTopic = (topic: string): string | null => form.exec(topic)?.[1] ?? null;
