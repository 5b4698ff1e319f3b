import type { session } from '../../access/index.ts';
import { publicSettings } from '../../consent/usage/public-settings.ts';
import {
  type BuilderMessage,
  countShown,
  numbered,
  readMessage,
  whyIgnored,
} from '../../dashboards/builder/message.ts';
import { preview } from '../../dashboards/builder/preview.ts';
import { note } from '../../ui/note.ts';
import type { router } from '../router.tsx';

/** Handed in, because what is fetched for a builder alone must not split what everybody fetches first. */
export interface App {
  readonly session: Pick<typeof session, 'borrow'>;
  readonly router: Pick<typeof router, 'state' | 'navigate'>;
}

/** What the builder is told: that it is listened to, and how much of what it posted can be shown. */
type Answer =
  | { readonly type: 'builder.ready' }
  | { readonly type: 'builder.shown'; readonly widgets: number; readonly unknown: number };

/**
 * Listens to the builder whose frame this page stands in. Without a configured builder nothing is listened to, and
 * nobody but the window around this one is, while it shows that builder.
 */
export async function listenToBuilder(app: App): Promise<void> {
  const { builderOrigin } = await publicSettings();
  if (builderOrigin === null || window.parent === window) return;
  const builder = { origin: builderOrigin, source: window.parent };
  // A message for one origin is not delivered to a window that shows another.
  const answer = (said: Answer) => window.parent.postMessage(said, builderOrigin);
  window.addEventListener('message', (event) => {
    const message = readMessage(event, builder);
    if (message !== null) void follow(message, app, answer);
    else note(`Builder preview: a message was ignored, because ${whyIgnored(event, builder)}.`);
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
    // What was fetched belongs to whoever was signed in before: it goes with the pages of signed-in people.
    if (router.state.location.pathname !== '/login') await router.navigate({ to: '/not-found', replace: true });
  }
  if (message.type === 'builder.config') {
    preview(message.page);
    const { definitions } = numbered(message.page);
    const widgets = countShown(definitions);
    answer({ type: 'builder.shown', widgets, unknown: definitions.length - widgets });
  }
  // Without a session the way there ends at the sign-in page; a token leads on.
  if (router.state.location.pathname !== '/widget-builder')
    await router.navigate({ to: '/widget-builder', replace: true });
  if (message.type === 'builder.init') answer({ type: 'builder.ready' });
}
