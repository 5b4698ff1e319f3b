export { findRedirect } from './find-redirect.ts';
export { useDates, useZone } from './use-dates.ts';
export { usePages } from './use-pages.ts';
export { useViewerQuery } from './use-viewer-query.ts';
export {
  type CustomLink,
  mayDo,
  toInitials,
  useMayDo,
  useViewer,
  type Viewer,
  ViewerContext,
} from './viewer.ts';
