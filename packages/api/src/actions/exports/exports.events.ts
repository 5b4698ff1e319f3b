declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    /** Published when an export was requested, so that runners start at once. */
    'exports.asked': Readonly<Record<never, never>>;
  }
}

export {};
