export { useViewerQuery } from './use-viewer-query.ts';
export { initialsOf, mayDo, useViewer, ViewerContext } from './viewer.ts';
