export { type DecimalMark, detectDecimalMark, type NumberStyle, parseDecimal } from './decimals.ts';
export { type FileFault, type FileFaultCode, fileFaultCodes } from './file-fault.ts';
export { decodeText, detectDelimiter, detectUtf16, splitFields } from './split-fields.ts';
