export { useDates, useZone } from './use-dates.ts';
export { mayOpen, type PageRight, usePages } from './use-pages.ts';
export { useViewerQuery } from './use-viewer-query.ts';
export {
  type CustomLink,
  initialsOf,
  mayDo,
  seesNumbers,
  useViewer,
  type Viewer,
  ViewerContext,
} from './viewer.ts';
