const form = /^atrium\/v1\/([0-9a-f]{16})\/readings$/;

/** Where the gateways of a key publish: the only topics anyone may publish to. */
export const readingsTopic = (publicId: string) => `atrium/v1/${publicId}/readings`;

/** Where they hear what became of it: the only topics anyone may subscribe to. */
export const answersTopic = (publicId: string) => `atrium/v1/${publicId}/answers`;

/** What a broker of one's own is subscribed to. */
export const everyReadingsTopic = readingsTopic('+');

/** The public id of the key that a topic of readings names, or null for any other topic. */
export const keyOfTopic = (topic: string): string | null => form.exec(topic)?.[1] ?? null;
