export { insteadOf } from './instead-of.ts';
export { useDates, useZone } from './use-dates.ts';
export { usePages } from './use-pages.ts';
export { useViewerQuery } from './use-viewer-query.ts';
export {
  type CustomLink,
  initialsOf,
  mayDo,
  useMayDo,
  useViewer,
  type Viewer,
  ViewerContext,
} from './viewer.ts';
