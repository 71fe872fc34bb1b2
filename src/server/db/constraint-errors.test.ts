import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { onEveryDatabase } from '../../../test/database/describe-on-database.ts';
import {
  constraintViolation,
  isCheckViolation,
  isForeignKeyViolation,
  isOutOfRange,
  isUniqueViolation,
  sqlState,
} from './constraint-errors.ts';

onEveryDatabase('constraint errors', { owned: true }, (db) => {
  beforeAll(async () => {
    await db.pool.query(`
      CREATE TABLE parents (id int PRIMARY KEY);
      CREATE TABLE children (
        id int CONSTRAINT children_pkey PRIMARY KEY,
        parent int CONSTRAINT children_parent_fkey REFERENCES parents,
        amount numeric(10,2) CONSTRAINT children_amount_check CHECK (amount >= 0),
        name text NOT NULL DEFAULT '')`);
    await db.pool.query('INSERT INTO parents VALUES (1); INSERT INTO children VALUES (1, 1, 5)');
  });

  const failure = async (statement: ReturnType<typeof sql>): Promise<unknown> => {
    try {
      await db.orm.execute(statement);
    } catch (error) {
      return error;
    }
    throw new Error('The statement was expected to fail');
  };

  test('names the unique key of a second row', async () => {
    const error = await failure(sql`INSERT INTO children VALUES (${1}, 1, 1)`);
    expect(constraintViolation(error)).toEqual({
      kind: 'unique',
      constraint: 'children_pkey',
      table: 'children',
      column: undefined,
    });
    expect(isUniqueViolation(error, 'children_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'another_key')).toBe(false);
  });

  test('names the foreign key of a row that refers to none, and of one referred to', async () => {
    const refersToNone = await failure(sql`INSERT INTO children VALUES (2, ${9}, 1)`);
    const referredTo = await failure(sql`DELETE FROM parents WHERE id = ${1}`);
    expect(isForeignKeyViolation(refersToNone, 'children_parent_fkey')).toBe(true);
    expect(isForeignKeyViolation(referredTo, 'children_parent_fkey')).toBe(true);
  });

  test('names the check', async () => {
    const error = await failure(sql`INSERT INTO children VALUES (2, 1, ${-1})`);
    expect(isCheckViolation(error, 'children_amount_check')).toBe(true);
  });

  test('names the column that may not be null', async () => {
    const error = await failure(sql`INSERT INTO children VALUES (2, 1, 1, null)`);
    expect(constraintViolation(error)).toMatchObject({ kind: 'not-null', column: 'name' });
  });

  test('knows a number that does not fit', async () => {
    const error = await failure(sql`INSERT INTO children VALUES (2, 1, ${'100000000.00'})`);
    expect(isOutOfRange(error)).toBe(true);
  });

  test('knows the constraint by the name that it has on a shard', () => {
    const onShard = Object.assign(new Error('duplicate key'), {
      code: '23505',
      severity: 'ERROR',
      constraint: 'invoices_number_102008',
      table: 'invoices_102008',
    });
    const error = new Error('Failed query', { cause: onShard });
    expect(isUniqueViolation(error, 'invoices_number')).toBe(true);
    expect(isUniqueViolation(error, 'invoices')).toBe(false);
    expect(isUniqueViolation(error, 'estimates_number')).toBe(false);
    expect(constraintViolation(error)).toMatchObject({
      constraint: 'invoices_number',
      table: 'invoices',
    });
    // From another machine, nothing but the message tells.
    const told = Object.assign(
      new Error('duplicate key value violates unique constraint "invoices_number_102035"'),
      { code: '23505', severity: 'ERROR' },
    );
    expect(isUniqueViolation(told, 'invoices_number')).toBe(true);
    const yearly = Object.assign(new Error('duplicate key'), {
      code: '23505',
      severity: 'ERROR',
      constraint: 'figures_of_2026',
    });
    expect(isUniqueViolation(yearly, 'figures_of_2026')).toBe(true);
  });

  test('takes other errors for none', async () => {
    const syntax = await failure(sql`SELEC`);
    expect(sqlState(syntax)).toBe('42601');
    expect(constraintViolation(syntax)).toBeNull();
    expect(constraintViolation(new Error('other'))).toBeNull();
    const system = Object.assign(new Error('broken pipe'), { code: 'EPIPE' });
    expect(sqlState(system)).toBeNull();
  });
});
