import {
  type BuilderMessage,
  countReadable,
  explainIgnored,
  numberWidgets,
  parseMessage,
  preview,
} from '../pages/custom/builder-message.ts';
import type { session } from '../people/access/index.ts';
import { fetchPublicSettings } from '../people/consent/public-settings.ts';
import { logOnce } from '../ui/log-once.ts';
import type { router } from './router.tsx';

/** Dependencies are passed in, so that code for builders does not split the first chunk. */
export interface App {
  readonly session: Pick<typeof session, 'borrow'>;
  readonly router: Pick<typeof router, 'state' | 'navigate'>;
}

/** Messages to the builder: that we listen, and how much of a posted draft could be shown. */
type Answer =
  | { readonly type: 'builder.ready' }
  | { readonly type: 'builder.shown'; readonly widgets: number; readonly unknown: number };

/**
 * Listens to the builder whose frame contains this page. Does nothing without a configured builder. Ignores messages
 * from any window but the parent with the configured origin.
 */
export async function listenToBuilder(app: App): Promise<void> {
  const { builderOrigin } = await fetchPublicSettings();
  if (builderOrigin === null || window.parent === window) return;
  const builder = { origin: builderOrigin, source: window.parent };
  // The browser drops this message if the parent shows another origin.
  const answer = (said: Answer) => window.parent.postMessage(said, builderOrigin);
  window.addEventListener('message', (event) => {
    const message = parseMessage(event, builder);
    if (message !== null) void follow(message, app, answer);
    else logOnce(`Builder preview: a message was ignored, because ${explainIgnored(event, builder)}.`);
  });
  answer({ type: 'builder.ready' });
}

async function follow(
  message: BuilderMessage,
  { session, router }: App,
  answer: (said: Answer) => void,
): Promise<void> {
  if (message.type === 'builder.token') {
    session.borrow(message.token);
    // Fetched data belongs to the previous user. It is dropped when the signed-in pages unmount.
    if (router.state.location.pathname !== '/login') await router.navigate({ to: '/not-found', replace: true });
  }
  if (message.type === 'builder.config') {
    preview(message.page);
    const { definitions } = numberWidgets(message.page);
    const widgets = countReadable(definitions);
    answer({ type: 'builder.shown', widgets, unknown: definitions.length - widgets });
  }
  // Without a session this redirects to the sign-in page. With a token it opens the builder.
  if (router.state.location.pathname !== '/widget-builder')
    await router.navigate({ to: '/widget-builder', replace: true });
  if (message.type === 'builder.init') answer({ type: 'builder.ready' });
}
