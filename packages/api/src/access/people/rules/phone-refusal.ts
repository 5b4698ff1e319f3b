import { type Failure, failure } from '@atrium/domain/core';

/** A phone number that is begun only, too long, or none of its country's is not taken. */
export const phoneRefusal = (field: string): Failure =>
  failure('BAD_INPUT', 'A phone number is whole and in the international format, such as +41 79 123 45 67', field);
