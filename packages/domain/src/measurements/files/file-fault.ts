import { type RejectionCode, rejectionCodes } from '../readings/index.ts';

/** What can be wrong with a line of a file of readings besides what is wrong with a reading. */
const ofLines = {
  LINE_TOO_LONG: 'The line is too long.',
  QUOTES: 'The quotes of the line do not match.',
  COLUMNS: 'The line has another number of columns than the header.',
  NO_DEVICE: 'The line names no device.',
  NO_TIME: 'The time cannot be read.',
  TIME_SKIPPED: 'Clocks went forward: this time does not exist there.',
  DATE_ALONE: 'The line has a date alone, and other lines of the file have a time of day.',
  TIME_UNCLEAR: 'Clocks went back: this time comes twice, and the order of the lines does not tell which it is.',
  NO_NUMBER: 'The value is no number.',
  NUMBER_UNCLEAR: 'The value could be two numbers: thousands or three decimals.',
} as const;

/** Why a line of a file was left out, for programs; with those of the readings themselves. */
export const fileFaultCodes = { ...ofLines, ...rejectionCodes } as const;

export type FileFaultCode = keyof typeof ofLines | RejectionCode;

/** Why a line was left out, or one of its readings: the code for programs, the message for whoever imports by a command. */
export interface FileFault {
  readonly code: FileFaultCode;
  /** What stands there; null: nothing that could be shown. */
  readonly value: string | null;
  readonly message: string;
}
