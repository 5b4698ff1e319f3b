export { redirectUnknownPath } from './redirect-unknown-path.ts';
