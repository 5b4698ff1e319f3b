export { forgetBrowsers, hashDeviceId, isKnownBrowser, rememberBrowser } from './known-browsers.ts';
