/**
 * Publish-subscribe within one process or across several. Delivers at most once, so data must never exist only in a
 * message.
 */
export interface Bus {
  publish<Topic extends keyof BusTopics>(topic: Topic, message: BusTopics[Topic]): void;
  /** Returns a function that unsubscribes. A listener that throws is logged and does not stop the others. */
  subscribe<Topic extends keyof BusTopics>(topic: Topic, listener: (message: BusTopics[Topic]) => void): () => void;
  /** Whether messages of other processes arrive. While false, cached state may be stale without notice. */
  readonly isWhole: boolean;
}

/** Modules add their topics by declaration merging, next to the code that publishes them. */
export interface BusTopics {
  /** Messages of other processes may have been lost: state cached from messages must be reloaded. */
  'bus.missed': Readonly<Record<string, never>>;
}
