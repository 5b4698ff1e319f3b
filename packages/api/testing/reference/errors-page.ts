import { type ErrorCode, errorCodes } from '@atrium/domain/core';
import { code, toPage, toTable } from './markdown.ts';

const meanings: Readonly<Record<ErrorCode, readonly [meaning: string, action: string]>> = {
  UNAUTHENTICATED: ['there is no valid token', 'sign in'],
  TOKEN_EXPIRED: ['the token has expired', 'renew it and retry'],
  FORBIDDEN: ['the caller lacks a right', 'ask an administrator'],
  NOT_FOUND: ['it does not exist, or the caller may not see it', 'check the id'],
  METHOD_NOT_ALLOWED: ['the address takes other methods', 'send one of the methods in `Allow`'],
  BAD_INPUT: ['an input is invalid; `field` names it', 'correct it'],
  RATE_LIMITED: ['too many requests', 'wait `retryAfter` seconds'],
  OVERLOADED: ['the server is busy, or a store cannot be reached', 'wait `retryAfter` seconds'],
  RANGE_TOO_WIDE: ['the period has too many values', 'use coarser steps or a shorter period'],
  TOO_EXPENSIVE: ['the document costs too much', 'ask for less at once'],
  READINGS_GONE: ['single readings of that time are deleted', 'use coarser steps'],
  INTERNAL: ['a fault of the product; `id` is in its log', 'report the id'],
};

/** Builds docs/reference/errors.md. */
export const buildErrorsPage = (): string =>
  toPage(
    '# Error codes',
    'This page is the reference of error codes, for developers who use the APIs. Codes of rejected readings are in the [ingestion API](ingestion.md#codes-of-rejected-readings).',
    'GraphQL returns the code in `extensions.code`. The message is for people and may change.',
    toTable(
      ['code', 'status', 'meaning', 'what to do'],
      Object.entries(errorCodes).map(([name, status]) => [code(name), String(status), ...meanings[name as ErrorCode]]),
    ),
  );
