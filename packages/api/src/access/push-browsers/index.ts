export { registerPushBrowsers } from './push-browsers.graphql.ts';
export { type PushBrowser, pushBrowsersStore } from './push-browsers.store.ts';
export { createPushBrowsers, type PushBrowsers } from './push-browsers.ts';
