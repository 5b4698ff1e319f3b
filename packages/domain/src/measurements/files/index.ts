export { type DecimalMark, type NumberStyle, readDecimal, shownDecimalMark } from './decimals.ts';
export { type FileFault, type FileFaultCode, fileFaultCodes } from './file-fault.ts';
export { delimiterOf, splitFields } from './split-fields.ts';
