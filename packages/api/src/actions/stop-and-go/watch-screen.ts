import type { InstallationId } from '@atrium/domain/core';
import { SiteFeed } from '../../numbers/live/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { LiveStream } from '../../platform/bus/live-stream.ts';
import type { ShownScreen, StoredScreen } from './screen.ts';
import { type ShowDependencies, showScreens } from './show-screens.ts';
import './stop-and-go.events.ts';

export interface WatchDependencies extends ShowDependencies {
  readonly bus: Bus;
  /** Returns the current screen. Null: its link is void, or it is deleted. */
  readonly present: (screen: StoredScreen) => Promise<StoredScreen | null>;
  readonly logError: (message: string, error: unknown) => void;
}

export interface WatchScreens {
  /** Yields a screen's content at once, at every change, and every 15 s as a heartbeat. Ends when the link is void. */
  watch(screen: StoredScreen): AsyncIterable<ShownScreen>;
}

/** Unchanged content older than this is sent again with the next read, ms. */
const heartbeatMs = 10_000;

const keyOf = ({ id, generation }: StoredScreen) => `${id}.${generation}`;

/** Watches screens. Each site is read once for all its screens and displays. */
export function createWatchScreens(dependencies: WatchDependencies): WatchScreens {
  const { bus, present, logError } = dependencies;
  const feeds = new Map<InstallationId, SiteFeed<StoredScreen, ShownScreen>>();
  const open = new Map<LiveStream<ShownScreen>, StoredScreen>();
  let stopListening: (() => void) | null = null;

  function feedOf({ installationId, organizationId }: StoredScreen): SiteFeed<StoredScreen, ShownScreen> {
    const known = feeds.get(installationId);
    if (known !== undefined) return known;
    const feed = new SiteFeed<StoredScreen, ShownScreen>({
      keyOf,
      async read(screens, signal) {
        const now = (await Promise.all(screens.map(present))).flatMap((screen) => screen ?? []);
        const shown = await showScreens(dependencies, { organizationId }, now, signal);
        return new Map(shown.map((one) => [keyOf(one.screen), one]));
      },
      isSame: (before, now) => now.at - before.at < heartbeatMs && toContentKey(before) === toContentKey(now),
      onError: (error) => logError('what screens say could not be read', error),
    });
    feeds.set(installationId, feed);
    stopListening ??= listen();
    return feed;
  }

  function listen(): () => void {
    const changed = ({ installationId }: { readonly installationId: number }) =>
      feeds.get(installationId as InstallationId)?.changed();
    const allChanged = () => {
      for (const feed of feeds.values()) feed.changed();
    };
    const stops = [
      bus.subscribe('readings.stored', changed),
      bus.subscribe('inside.corrected', changed),
      bus.subscribe('sites.changed', allChanged),
      bus.subscribe('bus.missed', () => {
        allChanged();
        for (const [stream, screen] of open) void endIfVoid(stream, screen);
      }),
      bus.subscribe('screens.changed', (change) => {
        changed(change);
        for (const [stream, screen] of open) if (screen.id === change.screenId) void endIfVoid(stream, screen);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async function endIfVoid(stream: LiveStream<ShownScreen>, screen: StoredScreen): Promise<void> {
    const found = await present(screen).catch((error: unknown) => {
      logError('a screen could not be looked up', error);
      return screen;
    });
    if (found === null) await stream.return();
  }

  return {
    watch(screen) {
      const feed = feedOf(screen);
      const stream = new LiveStream<ShownScreen>(() => {
        stop();
        open.delete(stream);
        if (feed.isIdle && feeds.get(screen.installationId) === feed) feeds.delete(screen.installationId);
        if (feeds.size > 0) return;
        stopListening?.();
        stopListening = null;
      });
      const stop = feed.watch(stream, [screen]);
      open.set(stream, screen);
      return stream;
    },
  };
}

const toContentKey = ({ at: _at, ...says }: ShownScreen) => JSON.stringify(says);
