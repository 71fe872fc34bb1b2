import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Age } from '../../shared/customers/ageing.ts';
import { AGE_BEGINS, AGES } from '../../shared/customers/ageing.ts';

const begins = Object.entries(AGE_BEGINS);

/** Whether so many days past due are of an age. */
function isOfAge(age: Age, late: SQL): SQL {
  if (age === 'notDue') return sql`${late} < 1`;
  const next = begins[begins.findIndex(([name]) => name === age) + 1]?.[1];
  const begun = sql`${late} >= ${AGE_BEGINS[age]}`;
  return next === undefined ? begun : sql`${begun} and ${late} < ${next}`;
}

/** A column for each age, by its name. */
export const ageColumns = (column: (name: SQL, age: Age) => SQL): SQL =>
  sql.join(
    AGES.map((age) => {
      const name = sql`${sql.identifier(age)}`;
      return sql`${column(name, age)} as ${name}`;
    }),
    sql`, `,
  );

/**
 * Sums of what is open, by age.
 * @param late the days past due
 */
export const sumsByAge = (late: SQL, amount: SQL): SQL =>
  ageColumns((_, age) => sql`coalesce(sum(${amount}) filter (where ${isOfAge(age, late)}), 0)`);
