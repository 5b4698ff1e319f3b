export { CopyLinkButton } from './copy-link-button.tsx';
export { FullScreen, Loader, NotFound, WholeLoader } from './full-screen.tsx';
export { LoadFailed } from './load-failed.tsx';
export { PageHeader } from './page-header.tsx';
export { useCurrentPageName, usePageName } from './page-name.ts';
export { useMedia } from './use-media.ts';
