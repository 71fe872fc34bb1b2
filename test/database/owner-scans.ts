import type { Pool } from 'pg';
import pg from 'pg';

export interface RecordedStatement {
  text: string;
  values: readonly unknown[];
}

/**
 * Keeps the statements that this process sends, each text once with its first values, until `stop` is
 * called. They are taken where all ways of sending meet: in the driver.
 */
export function recordStatements(): { statements: RecordedStatement[]; stop(): void } {
  const recorded = new Map<string, RecordedStatement>();
  const { prototype } = pg.Client;
  const send = prototype.query as (...parts: unknown[]) => unknown;
  function recording(this: pg.Client, ...parts: unknown[]): unknown {
    const [statement, values] = parts;
    const of = typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig);
    const text = of.text ?? '';
    if (!recorded.has(text)) {
      recorded.set(text, { text, values: of.values ?? (Array.isArray(values) ? values : []) });
    }
    return send.apply(this, parts);
  }
  prototype.query = recording as typeof prototype.query;
  return {
    get statements() {
      return [...recorded.values()];
    },
    stop: () => {
      prototype.query = send as typeof prototype.query;
    },
  };
}

/** A part of a plan, as EXPLAIN (FORMAT JSON) tells it. */
interface PlanNode {
  'Node Type': string;
  Alias?: string;
  'Relation Name'?: string;
  Schema?: string;
  Plans?: PlanNode[];
  [more: string]: unknown;
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter'];
const NAMES_OWNER = /^(\w+|"[^"]+")\.business_id = '[0-9a-f-]{36}'::uuid$/;

/**
 * Scans of the given tables that a statement leaves without their owner: `business_id` is not compared
 * with a value. A join to one that is will do where the planner concludes the value from it, and
 * nowhere else: so does what picks the shard. The words of a statement may mislead, a plan does not.
 */
export async function scansWithoutOwner(
  pool: Pick<Pool, 'query'>,
  statement: RecordedStatement,
  tables: ReadonlySet<string>,
): Promise<string[]> {
  return (await explainPlan(pool, statement))
    .filter((node) => node['Node Type'].endsWith('Scan'))
    .filter((node) => tables.has(node['Relation Name'] ?? ''))
    .filter((node) => !listConditions(node).some((condition) => NAMES_OWNER.test(condition)))
    .map((node) => `${node['Relation Name']} as ${node.Alias}`);
}

/** All parts of the plan of a statement, which is not run. */
export async function explainPlan(
  pool: Pick<Pool, 'query'>,
  { text, values }: RecordedStatement,
): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (verbose, format json) ${text}`,
    [...values],
  );
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  return plan ? flatten(plan.Plan) : [];
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/** What must hold as a whole; of a choice (OR) nothing. */
function listConditions(node: PlanNode): string[] {
  return CONDITIONS.flatMap((name) => {
    const condition = node[name];
    return typeof condition === 'string' ? conjuncts(condition) : [];
  });
}

function conjuncts(condition: string): string[] {
  const bare = withoutParentheses(condition);
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let quoted = false;
  for (let at = 0; at < bare.length; at += 1) {
    const sign = bare[at];
    if (sign === "'") quoted = !quoted;
    if (quoted) continue;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0 && bare.startsWith(' AND ', at)) {
      parts.push(bare.slice(from, at));
      from = at + ' AND '.length;
    }
  }
  if (parts.length === 0) return [bare];
  return [...parts, bare.slice(from)].flatMap(conjuncts);
}

/** The outermost pair goes where it holds all of it. */
function withoutParentheses(condition: string): string {
  if (!condition.startsWith('(') || !condition.endsWith(')')) return condition;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < condition.length - 1; at += 1) {
    if (condition[at] === "'") quoted = !quoted;
    if (quoted) continue;
    if (condition[at] === '(') depth += 1;
    if (condition[at] === ')') depth -= 1;
    if (depth === 0) return condition;
  }
  return withoutParentheses(condition.slice(1, -1));
}
