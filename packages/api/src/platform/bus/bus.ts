/** Fan-out of what just happened, inside one process or across several. At most once: never the only copy of anything. */
export interface Bus {
  publish<Topic extends keyof BusTopics>(topic: Topic, message: BusTopics[Topic]): void;
  /** Returns the way to stop listening. A listener that throws is logged and does not stop the others. */
  subscribe<Topic extends keyof BusTopics>(topic: Topic, listener: (message: BusTopics[Topic]) => void): () => void;
  /** Whether the words of other processes arrive. While they don't, nothing is true just because nobody said otherwise. */
  readonly isWhole: boolean;
}

/** Modules add their topics by declaration merging, beside the code that publishes them. */
export interface BusTopics {
  /** Words of other processes may have been missed: what is remembered until one comes is to be looked at anew. */
  'bus.missed': Readonly<Record<string, never>>;
}
