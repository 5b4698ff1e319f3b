export { useDates, useZone } from './use-dates.ts';
export { useViewerQuery } from './use-viewer-query.ts';
export {
  type CustomLink,
  findRedirect,
  mayDo,
  toInitials,
  useFirstWeekday,
  useMayDo,
  usePages,
  useViewer,
  type Viewer,
  ViewerContext,
} from './viewer.ts';
