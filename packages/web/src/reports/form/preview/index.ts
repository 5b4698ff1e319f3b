export { PreviewPane } from './preview-pane.tsx';
export { getFallbackTitle, type Preview, usePreview } from './use-preview.ts';
