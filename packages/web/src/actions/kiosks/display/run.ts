import { isReloadDue } from '@atrium/domain/actions/kiosks/kiosk-run';
import { createScreen, type DisplayState } from './draw.ts';
import { type Kiosk, kioskFields } from './kiosk.ts';

/** Intervals of reads, ms: usually, and after a failed one. With jitter, because many screens restart at once. */
const [readEvery, retryEvery] = [30_000, 10_000];
const requestTimeoutMs = 15_000;

/** What a screen takes from its surroundings. Tests replace them. */
export interface Surroundings {
  /** A clock that never jumps, ms. */
  readonly now: () => number;
  readonly fetch: typeof fetch;
  /** Loads the page again. */
  readonly reload: () => void;
  /** 0…1 */
  readonly random: () => number;
}

type Answer = { readonly kiosk: Kiosk } | 'void' | null;

/** Runs a screen for ever: reads, draws each second, and loads its page again when that is due. Returns a stop function. */
export function runKiosk(token: string, body: HTMLElement, { now, fetch, reload, random }: Surroundings): () => void {
  const draw = createScreen(body);
  let state: DisplayState = {
    ...{ startedAt: now(), heardAt: null, loadedVersion: null, version: null, kiosk: null, isVoid: false },
  };
  let nextReadAt = now();
  let isReading = false;
  let isReloading = false;

  async function read(): Promise<void> {
    isReading = true;
    const answer = await ask(token, fetch);
    isReading = false;
    nextReadAt = now() + (answer === null ? retryEvery : readEvery) * (0.8 + 0.4 * random());
    if (answer === null) return;
    if (answer === 'void') {
      state = { ...state, isVoid: true };
      return;
    }
    const { kiosk } = answer;
    const loadedVersion = state.loadedVersion ?? kiosk.version;
    state = { ...state, kiosk, heardAt: now(), isVoid: false, loadedVersion, version: kiosk.version };
  }

  function tick(): void {
    if (!isReading && now() >= nextReadAt) void read();
    draw(state, now());
    if (isReloading || !isReloadDue(state, now())) return;
    isReloading = true;
    reload();
  }

  tick();
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}

/** Reads once. Null: no answer, or one that does not help. */
async function ask(token: string, fetch: Surroundings['fetch']): Promise<Answer> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), requestTimeoutMs);
  try {
    const response = await fetch('/v2/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `query ($token: String!) { kioskByToken(token: $token) { ${kioskFields} } }`,
        variables: { token },
      }),
      signal: controller.signal,
    });
    const { data, errors } = (await response.json()) as {
      readonly data?: { readonly kioskByToken?: Kiosk | null } | null;
      readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
    };
    if (data?.kioskByToken) return { kiosk: data.kioskByToken };
    return errors?.[0]?.extensions?.code === 'NOT_FOUND' ? 'void' : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
