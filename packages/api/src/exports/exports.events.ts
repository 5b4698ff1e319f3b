declare module '../platform/bus/bus.ts' {
  interface BusTopics {
    /** Somebody asked for a file: whoever makes them need not wait for their next look. */
    'exports.asked': Readonly<Record<never, never>>;
  }
}

export {};
