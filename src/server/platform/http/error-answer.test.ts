import { ORPCError, ValidationError } from '@orpc/server';
import { sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { quietLog } from '../../../../test/database/quiet-log.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { openDatabase } from '../../db/open-database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { errorAnswer } from './error-answer.ts';

const log = { ...quietLog, debug() {}, fatal() {} };

it('answers 503 while the database cannot be reached, however it is asked', async () => {
  // Port 1 of this machine: nobody listens there.
  const db = await openDatabase({ databaseUrl: 'postgres://x@127.0.0.1:1/x', dataDir: '', log });
  const asked = await Promise.allSettled([
    db.orm.execute(sql`select 1`),
    db.pool.query('select 1'),
    withTransaction(db, (tx) => tx.execute(sql`select 1`)),
  ]);
  await db.close();
  for (const result of asked) {
    if (result.status === 'fulfilled') throw new Error('somebody answered');
    const { status, body } = errorAnswer(result.reason, log);
    expect([status, body.message]).toEqual([
      503,
      'The database is not responding right now. Try again in a moment.',
    ]);
  }
});

it('says what a known error says, and nothing of an unknown one', () => {
  expect(errorAnswer(new AppError('IN_USE', 'In use', { invoices: 2 }), log)).toEqual({
    status: 409,
    body: { code: 'IN_USE', message: 'In use', invoices: 2 },
  });
  const { status, body } = errorAnswer(new Error('secret at /home/x'), log);
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toMatch(/secret|home/);
});

it('says what is wrong with an input, field by field, and the first of it as its message', () => {
  const issues = [
    { path: ['lineItems', 0, 'quantity'], message: 'Quantity must be positive' },
    { path: ['notes'], message: 'Notes must be at most 10,000 characters' },
  ];
  const cause = new ValidationError({ message: 'refused', issues, data: {} });
  expect(errorAnswer(new ORPCError('BAD_REQUEST', { cause }), log)).toEqual({
    status: 400,
    body: {
      code: 'VALIDATION',
      message: 'Quantity must be positive',
      fields: [
        { path: 'lineItems.0.quantity', message: 'Quantity must be positive' },
        { path: 'notes', message: 'Notes must be at most 10,000 characters' },
      ],
    },
  });
});

it('answers 503 for a transaction that PostgreSQL has ended, as nothing of it was saved', () => {
  const ended = Object.assign(new Error('terminating connection due to idle-in-transaction'), {
    code: '25P03',
  });
  const after = new Error('Client has encountered a connection error and is not queryable');
  for (const cause of [ended, after]) {
    expect(errorAnswer(new Error('Failed query', { cause }), log).status).toBe(503);
  }
});

it.each([
  ['08006', 503, 'The database is not responding right now. Try again in a moment.'],
  ['53300', 503, 'The database is not responding right now. Try again in a moment.'],
  ['55P03', 503, 'The database is not responding right now. Try again in a moment.'],
  ['53100', 503, 'There is no room left on the server. Nothing was saved.'],
  ['ENOSPC', 503, 'There is no room left on the server. Nothing was saved.'],
  ['22021', 400, 'The request has a character that cannot be stored'],
  ['42601', 500, 'Something went wrong on our side. Nothing was saved. Try again in a moment.'],
])('answers the state %s with %i', (code, status, message) => {
  const cause = Object.assign(new DatabaseError('secret', 0, 'error'), { code, severity: 'ERROR' });
  const answer = errorAnswer(new Error('Failed query', { cause }), log);
  expect([answer.status, answer.body.message]).toEqual([status, message]);
});
