declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    /** Published when a screen was changed, switched, given a new link or deleted. */
    'screens.changed': { readonly installationId: number; readonly screenId: number };
  }
}

export type ScreensChanged = { readonly installationId: number; readonly screenId: number };
