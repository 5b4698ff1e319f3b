export { type FileFault, type FileFaultCode, fileFaultCodes } from './file-fault.ts';
export { delimiterOf, splitFields } from './split-fields.ts';
