export { createDrawing, type Drawing, type PdfPictures, type PdfSource, type PictureSize } from './drawing.ts';
export type { PaperWeight } from './fonts/paper-fonts.ts';
export type { MeasureWidth } from './measure-text.ts';
