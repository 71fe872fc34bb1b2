/**
 * Checks answers and parameters against JSON Schemas derived from the SDK's own TypeScript types. They
 * are derived once for each version of the SDK and kept under node_modules/.cache.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnsweredRequest } from '@remit/sandbox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { stripeCalls, stripeObjectTypes } from './stripe-calls.ts';

type Schema = Record<string, unknown>;

interface Schemas {
  properties: Record<string, Schema>;
  definitions: Record<string, Schema>;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const generator = join(here, 'generate-stripe-schemas.mjs');

function derivedSchemas(): Schemas {
  const input = JSON.stringify({ objects: stripeObjectTypes, calls: stripeCalls });
  const version = readFileSync(join(root, 'node_modules/stripe/VERSION'), 'utf8');
  const key = createHash('sha256').update(version).update(input).update(readFileSync(generator));
  const folder = join(root, 'node_modules/.cache/stripe-schemas');
  const file = join(folder, `${key.digest('hex').slice(0, 16)}.json`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const given = `${file}.${process.pid}.in`;
    writeFileSync(given, input);
    execFileSync(process.execPath, [generator, given, file], { stdio: 'inherit' });
    rmSync(given);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Schemas;
}

/** The `object` of an API object's schema, such as `customer`. */
function objectName(schema: Schema | undefined): string | null {
  const properties = schema?.properties as Record<string, Schema> | undefined;
  const name = properties?.object?.const;
  return typeof name === 'string' ? name : null;
}

const isDeletion = (schema: Schema): boolean =>
  (schema.properties as Record<string, Schema> | undefined)?.deleted?.const === true;

interface Checks {
  ajv: Ajv;
  /** Schema names of objects, by `object`, with ` deleted` behind it for deletions. */
  names: Map<string, string>;
  params: Map<string, string>;
}

function reference(schema: Schema): string {
  return decodeURIComponent(String(schema.$ref).replace('#/definitions/', ''));
}

function makeChecks(): Checks {
  const { properties, definitions } = derivedSchemas();
  // Each check runs a few times: writing its program costs more than a better one would save.
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    validateSchema: false,
    code: { optimize: false },
  });
  const names = new Map<string, string>();
  const whole = new Map<string, Schema>();
  for (const [name, schema] of Object.entries(definitions)) {
    const object = objectName(schema);
    if (object === null || object === 'list') continue;
    // An object inside another is checked by itself, so that each schema stays small.
    whole.set(name, schema);
    definitions[name] = {
      type: 'object',
      properties: { object: { const: object } },
      required: ['object'],
    };
  }
  for (const type of [...stripeObjectTypes, 'Event']) {
    const name = reference(properties[type] ?? {});
    const schema = whole.get(name);
    if (!schema) throw new Error(`There is no schema of ${type}`);
    names.set(`${objectName(schema)}${isDeletion(schema) ? ' deleted' : ''}`, name);
  }
  for (const [name, schema] of whole) definitions[`whole ${name}`] = schema;
  ajv.addSchema({ $id: 'stripe', definitions });
  const params = new Map(
    Object.keys(stripeCalls).map((call) => [call, reference(properties[call] ?? {})]),
  );
  return { ajv, names, params };
}

/** A schema whose references lead to the one that holds all definitions. */
function absolute(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"$ref":"#/definitions/', '"$ref":"stripe#/definitions/'),
  ) as Schema;
}

let made: Checks | null = null;

function checks(): Checks {
  made ??= makeChecks();
  return made;
}

/** Derives the schemas when this version has none yet (some seconds); later calls cost nothing. */
export function prepareStripeSchemas(): void {
  checks();
}

function described(errors: ErrorObject[] | null | undefined, where: string): string[] {
  return (errors ?? []).map(({ instancePath, message, params }) => {
    const { missingProperty = '', additionalProperty = '' } = params as Record<string, string>;
    const extra = additionalProperty ? ` '${additionalProperty}'` : missingProperty && '';
    return `${where}${instancePath}: ${message}${extra}`;
  });
}

const reading = (name: string): string => `stripe#/definitions/${encodeURIComponent(name)}`;

function findProblems(name: string, value: unknown, where: string): string[] {
  const { ajv } = checks();
  const validate = ajv.getSchema(name) as ValidateFunction | undefined;
  if (!validate) throw new Error(`There is no schema ${name}`);
  return validate(value) ? [] : described(validate.errors, where);
}

/** Every API object in a value, wherever it stands, is checked by its own schema. */
function objectProblems(value: unknown, where: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => objectProblems(item, `${where}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  const inside = Object.entries(holder).flatMap(([name, item]) =>
    objectProblems(item, `${where}/${name}`),
  );
  if (typeof holder.object !== 'string') return inside;
  if (holder.object === 'list') {
    const isList =
      Array.isArray(holder.data) &&
      typeof holder.has_more === 'boolean' &&
      typeof holder.url === 'string';
    return isList ? inside : [...inside, `${where}: is not a list`];
  }
  const name = checks().names.get(`${holder.object}${holder.deleted === true ? ' deleted' : ''}`);
  if (!name) return [...inside, `${where}: nobody knows the object ${holder.object}`];
  return [...inside, ...findProblems(reading(`whole ${name}`), value, where)];
}

function errorProblems({ error }: { error?: Record<string, unknown> }, status: number): string[] {
  if (!error) return [`an answer of ${status} has no error`];
  const types = ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'];
  const problems = [];
  if (!types.includes(String(error.type)))
    problems.push(`unknown error type ${String(error.type)}`);
  if (typeof error.message !== 'string' || error.message === '') problems.push('no message');
  if (error.type === 'card_error' && typeof error.code !== 'string') problems.push('no code');
  return [...problems, ...objectProblems(error, 'error')];
}

/**
 * What is wrong with an answer of the API; empty when nothing is. `type` is the `object` that it must
 * be (`list` for lists), or null for any.
 */
export function stripeAnswerProblems(type: string | null, answer: unknown): string[] {
  const object = (answer as { object?: unknown } | null)?.object;
  if (typeof object !== 'string') return ['the answer is no API object'];
  const wrong = type !== null && object !== type ? [`is ${object} and not ${type}`] : [];
  return [...wrong, ...objectProblems(answer, object)];
}

/** Throws when an answer of the API breaks the SDK's types. */
export function checkStripeAnswer(type: string | null, answer: unknown): void {
  const problems = stripeAnswerProblems(type, answer);
  if (problems.length > 0) throw new Error(`Not as the SDK has it:\n${problems.join('\n')}`);
}

/** Form parameters as the SDK would have been given them: arrays, numbers and booleans again. */
function typed(value: unknown, schema: Schema | undefined): unknown {
  const { ajv } = checks();
  if (!schema) return value;
  if (typeof schema.$ref === 'string') {
    const found = ajv.getSchema(schema.$ref.startsWith('#') ? `stripe${schema.$ref}` : schema.$ref);
    return typed(value, found?.schema as Schema);
  }
  const choices = (schema.anyOf ?? []) as Schema[];
  if (choices.length > 0) {
    for (const choice of choices) {
      const result = typed(value, choice);
      const wrapped = absolute({ ...choice });
      if (ajv.validate(wrapped, result)) return result;
    }
    return value;
  }
  const types = [schema.type].flat();
  if (typeof value === 'string') {
    if (types.includes('number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
    if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
    return value;
  }
  const node = value as Record<string, unknown>;
  if (types.includes('array')) {
    const keys = Object.keys(node).sort((a, b) => Number(a) - Number(b));
    return keys.map((key) => typed(node[key], schema.items as Schema));
  }
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(node).map(([name, item]) => [name, typed(item, properties[name])]),
  );
}

/**
 * What is wrong with the parameters of a call (`POST /v1/customers`), as they were read from its form;
 * empty when this version of the API knows them all and they are of the right kind.
 */
export function stripeParamsProblems(call: string, params: unknown): string[] {
  const name = checks().params.get(call);
  if (!name) return [`nobody knows the call ${call}`];
  return findProblems(reading(name), typed(params, { $ref: reading(name) }), call);
}

/** The names of all parameters of a call, with dots for what is inside (`items.price`). */
export function stripeParamNames(call: string): Set<string> {
  const { ajv, params } = checks();
  const names = new Set<string>();
  const visit = (schema: Schema | undefined, prefix: string, depth: number): void => {
    if (!schema || depth > 24) return;
    if (typeof schema.$ref === 'string') {
      const found = ajv.getSchema(
        schema.$ref.startsWith('#') ? `stripe${schema.$ref}` : schema.$ref,
      );
      visit(found?.schema as Schema, prefix, depth + 1);
    }
    for (const choice of (schema.anyOf ?? []) as Schema[]) visit(choice, prefix, depth + 1);
    visit(schema.items as Schema | undefined, prefix, depth + 1);
    for (const [name, inside] of Object.entries(
      (schema.properties ?? {}) as Record<string, Schema>,
    )) {
      names.add(`${prefix}${name}`);
      if (prefix.split('.').length < 6) visit(inside, `${prefix}${name}.`, depth + 1);
    }
  };
  visit({ $ref: reading(params.get(call) ?? '') }, '', 0);
  return names;
}

/** Throws when a call's parameters are not of this version of the API. */
export function checkStripeParams(call: string, params: unknown): void {
  const problems = stripeParamsProblems(call, params);
  if (problems.length > 0) throw new Error(`Not as the SDK has it:\n${problems.join('\n')}`);
}

/** What is wrong with an answered request of Stripe's side: its answer, and what was sent. */
export function answeredProblems(info: AnsweredRequest): string[] {
  if (info.provider !== 'stripe' || !info.path.startsWith('/v1/')) return [];
  const call = `${info.method} ${info.route}`;
  if (info.status !== 200) {
    return errorProblems(info.answer as { error?: Record<string, unknown> }, info.status).map(
      (problem) => `${call}: ${problem}`,
    );
  }
  // A browser sees less of a payment intent than the SDK's type has.
  if (info.publishable) return [];
  return [
    ...stripeAnswerProblems(null, info.answer).map((problem) => `${call}: ${problem}`),
    ...stripeParamsProblems(call, info.params),
  ];
}
