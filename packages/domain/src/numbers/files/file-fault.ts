import { type RejectionCode, rejectionCodes } from '../readings/index.ts';

/** Faults of a line in a file of readings, besides those of the reading itself. */
const ofLines = {
  LINE_TOO_LONG: 'The line is too long.',
  QUOTES: 'The quotes of the line do not match.',
  COLUMNS: 'The line has another number of columns than the header.',
  NO_DEVICE: 'The line names no device.',
  NO_TIME: 'The time cannot be read.',
  TIME_SKIPPED: 'Clocks went forward: this time does not exist there.',
  DATE_UNCLEAR: 'The day or the month may come first.',
  DATE_ALONE: 'The line has a date alone, and other lines of the file have a time of day.',
  TIME_UNCLEAR: 'Clocks went back: this time comes twice, and the order of the lines does not tell which it is.',
  NO_NUMBER: 'The value is no number.',
  NUMBER_UNCLEAR: 'The value could be two numbers: thousands or three decimals.',
} as const;

/** Machine-readable reasons for skipping a line, including those of readings. */
export const fileFaultCodes = { ...ofLines, ...rejectionCodes } as const;

export type FileFaultCode = keyof typeof ofLines | RejectionCode;

/** Reason why a line, or one of its readings, was skipped: a code for programs, a message for the command line. */
export interface FileFault {
  readonly code: FileFaultCode;
  /** Offending text; null when there is none to show. */
  readonly value: string | null;
  readonly message: string;
}
