import { type Failure, failure } from '@atrium/domain/core';

/** Builds the error for a phone number that is incomplete, too long or invalid in its country. */
export const buildPhoneFailure = (field: string): Failure =>
  failure('BAD_INPUT', 'A phone number is whole and in the international format, such as +41 79 123 45 67', field);
