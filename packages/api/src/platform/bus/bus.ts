/** Fan-out of what just happened, inside one process or across several. At most once: never the only copy of anything. */
export interface Bus {
  publish<Topic extends keyof BusTopics>(topic: Topic, message: BusTopics[Topic]): void;
  /** Returns the way to stop listening. A listener that throws is logged and does not stop the others. */
  subscribe<Topic extends keyof BusTopics>(topic: Topic, listener: (message: BusTopics[Topic]) => void): () => void;
}

/** Modules add their topics by declaration merging, beside the code that publishes them. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface BusTopics {}
