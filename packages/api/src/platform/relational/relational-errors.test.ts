import { expect, it } from 'vitest';
import { isStoreUnreachable } from './relational-errors.ts';

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

it.each([
  error('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' }),
  error('connect ENOENT /tmp/x/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }),
  error('terminating connection due to administrator command', { code: '57P01' }),
  error('the database system is starting up', { code: '57P03' }),
  error('database "atrium" is not currently accepting connections', { code: '55000' }),
  error('sorry, too many clients already', { code: '53300' }),
  error('Connection terminated unexpectedly'),
  error('Client was closed and is not queryable'),
  new Error('Failed query: select 1', { cause: error('', { code: '08006' }) }),
])('recognizes errors of an unreachable server: %s', (away) => expect(isStoreUnreachable(away)).toBe(true));

it.each([
  error('open ENOENT /data/logo.webp', { code: 'ENOENT', syscall: 'open' }),
  error('duplicate key value', { code: '23505' }),
  error('canceling statement due to statement timeout', { code: '57014' }),
  new Error('Failed query: select 1', { cause: error('', { code: '42P01' }) }),
  'ECONNREFUSED',
  undefined,
])('and no others: %s', (other) => expect(isStoreUnreachable(other)).toBe(false));
