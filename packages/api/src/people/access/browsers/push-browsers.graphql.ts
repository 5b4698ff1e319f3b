import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import type { PushBrowsers } from './push-browsers.ts';

/** Registers push notifications of alerts: register and unregister a browser. */
export function registerPushBrowsers(builder: Builder, browsers: PushBrowsers): void {
  builder.queryField('pushKey', (t) =>
    t.withAuth({ signedIn: true }).string({
      description: 'What browsers subscribe to notifications with, base64url.',
      resolve: () => browsers.key,
    }),
  );
  builder.mutationField('savePushBrowser', (t) =>
    t.withAuth({ themselves: true }).boolean({
      description: 'This browser may notify the caller; whoever it notified before is not notified there any more.',
      args: {
        endpoint: t.arg.string({ required: true }),
        p256dh: t.arg.string({ required: true }),
        auth: t.arg.string({ required: true }),
      },
      resolve: async (_root, subscription, { scope }) => orThrow(await browsers.save(scope, subscription)),
    }),
  );
  builder.mutationField('removePushBrowser', (t) =>
    t.withAuth({ themselves: true }).boolean({
      args: { endpoint: t.arg.string({ required: true }) },
      resolve: (_root, { endpoint }, { scope }) => browsers.remove(scope, endpoint),
    }),
  );
}
