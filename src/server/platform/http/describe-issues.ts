import type { ValidationError } from '@orpc/server';
import type { FieldError } from '../../../shared/errors/app-error.ts';

type Issue = ValidationError['issues'][number];

/** No answer names more faults of one request. */
const MOST_FAULTS = 50;

/** What is wrong with an input, and where, in words that name the field. */
export function describeIssues(issues: readonly Issue[]): FieldError[] {
  const faults: FieldError[] = [];
  const mistyped = new Set<string>();
  for (const issue of issues.slice(0, MOST_FAULTS)) {
    const fault = describeIssue(issue);
    const { path, message } = fault;
    const code = 'code' in issue ? issue.code : undefined;
    // A list that stands where a text is wanted is measured as well: its length is not what is wrong.
    if (mistyped.has(path) && (code === 'too_big' || code === 'too_small')) continue;
    if (code === 'invalid_type') mistyped.add(path);
    if (!faults.some((one) => one.path === path && one.message === message)) faults.push(fault);
  }
  return faults;
}

function describeIssue(issue: Issue): FieldError {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  const unknown = unknownField(issue);
  if (unknown === undefined) {
    return { path: path.join('.'), message: inPlainWords(nameOf(path), issue) };
  }
  return { path: [...path, unknown].join('.'), message: `${unknown} is not a field of this call` };
}

/** Of an entry, its list as well: '0' says nothing. */
function nameOf(path: string[]): string | undefined {
  const at = path.findLastIndex((part) => !/^\d+$/.test(part));
  return path.length === 0 ? undefined : path.slice(Math.max(at, 0)).join('.');
}

const TYPES: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

/** Of what has a bound: what is said of it, and what is counted. */
const MEASURES: Record<string, [verb: string, unit: string]> = {
  array: ['have', ' entries'],
  int: ['be', ''],
  number: ['be', ''],
  string: ['be', ' characters'],
};

/** What the schema library says by itself names no field. Words that a contract has chosen stay. */
function inPlainWords(name: string | undefined, issue: Issue): string {
  const { message } = issue;
  if (!/^(?:Invalid (?:input|option|key)|Too (?:big|small):)/.test(message)) return message;
  if (name === undefined) return 'The body must be a JSON object';
  const [, expected = ''] = /^Invalid input: expected (\w+)/.exec(message) ?? [];
  const type = TYPES[expected];
  if (type) return `${name} must be ${type}`;
  if ('values' in issue && Array.isArray(issue.values)) {
    return `${name} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
  }
  const [, origin = '', sign = '', bound] =
    /: expected (\w+) to (?:be|have) ([<>]=?)(\d+)/.exec(message) ?? [];
  const [verb, unit] = MEASURES[origin] ?? [];
  if (verb === undefined) return `${name} is not valid`;
  return `${name} must ${verb} ${BOUNDS[sign]} ${Number(bound).toLocaleString('en-US')}${unit}`;
}

const BOUNDS: Record<string, string> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
};

/** The first field that the call does not have, where it refuses such. */
function unknownField(issue: object): string | undefined {
  return 'keys' in issue && Array.isArray(issue.keys)
    ? String(issue.keys[0]).slice(0, 60)
    : undefined;
}
