export { PreviewPane } from './preview-pane.tsx';
export { type Preview, titleInstead, usePreview } from './use-preview.ts';
