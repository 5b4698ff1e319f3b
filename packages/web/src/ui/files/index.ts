export { FileField } from './file-field.tsx';
export { PageDrop } from './page-drop.tsx';
export { useFileChooser } from './use-file-chooser.tsx';
