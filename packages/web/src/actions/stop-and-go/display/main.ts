import './display.css';
import { createClient } from 'graphql-ws';
import { createPage } from './draw.ts';
import { type DisplayState, type Screen, screenFields } from './screen.ts';

interface Listener {
  readonly heard: (screen: Screen) => void;
  /** Called when the link is revoked. The link may become valid again, e.g. after a restore. */
  readonly refused: () => void;
}

/** ms without a socket message after which the display polls. The server sends every 15 s. */
const maxQuietMs = 20_000;
/** Polling intervals, ms: while the socket is silent, and while the link is revoked. */
const [askEvery, askVoidEvery] = [2000, 60_000];
const requestTimeoutMs = 10_000;

/**
 * Subscribes over a socket. Polls every two seconds while the socket is blocked or broken. Never ends, stores nothing.
 */
function listen(token: string, { heard, refused }: Listener): void {
  let lastSocketMessageAt = performance.now() - maxQuietMs;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  let isVoid = false;
  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v2/graphql`,
    keepAlive: 10_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    // Jitter: many displays reconnect at once after a restart.
    retryWait: (retries) =>
      new Promise((resolve) =>
        setTimeout(resolve, Math.min(15_000, 1000 * 2 ** Math.min(retries, 4)) * (0.5 + Math.random())),
      ),
  });
  const take = (screen: Screen) => {
    isVoid = false;
    heard(screen);
  };

  function subscribe(): void {
    client.subscribe<{ stopAndGoLive: Screen }>(
      {
        query: `subscription ($token: String!) { stopAndGoLive(token: $token) { ${screenFields} } }`,
        variables: { token },
      },
      {
        next({ data }) {
          if (!data) return;
          lastSocketMessageAt = performance.now();
          take(data.stopAndGoLive);
        },
        // The next poll reports the reason.
        error: () => setTimeout(subscribe, askVoidEvery),
        complete: () => setTimeout(subscribe, askVoidEvery),
      },
    );
  }

  async function ask(): Promise<void> {
    isAsking = true;
    askedAt = performance.now();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), requestTimeoutMs);
    try {
      const response = await fetch('/v2/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `query ($token: String!) { stopAndGoScreenByToken(token: $token) { ${screenFields} } }`,
          variables: { token },
        }),
        signal: controller.signal,
      });
      const answer = await response.json();
      if (answer.data?.stopAndGoScreenByToken) take(answer.data.stopAndGoScreenByToken);
      else if (answer.errors?.[0]?.extensions?.code === 'NOT_FOUND') {
        isVoid = true;
        refused();
      }
    } catch {
      // Offline: the display shows it and polls again.
    } finally {
      clearTimeout(timer);
      isAsking = false;
    }
  }

  subscribe();
  void ask();
  setInterval(() => {
    const now = performance.now();
    const isQuiet = now - lastSocketMessageAt >= maxQuietMs;
    if (isQuiet && !isAsking && now - askedAt >= (isVoid ? askVoidEvery : askEvery)) void ask();
    // Reconnects a dead connection that was never closed.
    if (now - lastSocketMessageAt >= 3 * maxQuietMs) {
      lastSocketMessageAt = now - maxQuietMs;
      client.terminate();
    }
  }, 1000);
}

const token = decodeURIComponent(location.pathname.split('/').pop() ?? '');
const draw = createPage(document.body);
let standing: DisplayState = { screen: null, lastMessageAt: performance.now(), isVoid: false };

function become(next: DisplayState): void {
  standing = next;
  draw(standing, performance.now());
}

draw(standing, performance.now());
setInterval(() => draw(standing, performance.now()), 1000);
listen(token, {
  heard: (screen) => become({ screen, lastMessageAt: performance.now(), isVoid: false }),
  refused: () => become({ screen: null, lastMessageAt: performance.now(), isVoid: true }),
});

/** Keeps the display awake, if the browser can. */
const wakeLock = (navigator as { wakeLock?: { request(type: 'screen'): Promise<unknown> } }).wakeLock;
const stayAwake = () => document.visibilityState === 'visible' && wakeLock?.request('screen').catch(() => {});
document.addEventListener('visibilitychange', stayAwake);
void stayAwake();
