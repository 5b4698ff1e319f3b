export { BackTest } from './back-test.tsx';
export { type Preview, usePreview } from './use-preview.ts';
