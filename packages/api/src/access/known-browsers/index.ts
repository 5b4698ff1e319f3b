export { deviceHashOf, forgetBrowsers, isKnownBrowser, rememberBrowser } from './known-browsers.ts';
