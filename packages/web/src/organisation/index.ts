export { useViewerQuery } from './use-viewer-query.ts';
export { initialsOf, mayDo, useViewer, type Viewer, ViewerContext } from './viewer.ts';
