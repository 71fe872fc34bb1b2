import { isContractProcedure } from '@orpc/contract';
import * as z from 'zod';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { AUTH_BODIES } from '../../src/server/features/accounts/auth-bodies.ts';
import { announcement, partList } from '../../src/server/platform/uploads/upload-bodies.ts';
import { contract } from '../../src/shared/contract/contract.ts';

/** What a call takes, and where. */
export interface CallInput {
  /** 'invoices.create' */
  name: string;
  schema: z.ZodType;
  /** Below /api; undefined for what is no call of the contract. */
  route?: { method: string; path: string };
}

/** A place in a call's input, and what may stand there. */
export interface Field {
  /** 'lineItems.0.description'; empty for the whole input */
  path: string;
  /** Schemas of one type each: a decimal is a string or a number. */
  takes: $ZodTypes[];
  isOptional: boolean;
  /** An input that has nothing but `value` at this place. */
  holding: (value: unknown) => unknown;
}

/** A string or a list somewhere in a call's input. */
export interface Place {
  path: string;
  kind: 'string' | 'list';
  schema: $ZodType;
  holding: Field['holding'];
}

/** Every input that the server takes by a schema: the contract's calls, sign-in, uploads. */
export function allInputs(): CallInput[] {
  const inputs: CallInput[] = [
    ...Object.entries(AUTH_BODIES).map(([name, schema]) => ({ name: `auth.${name}`, schema })),
    { name: 'uploads.announcement', schema: announcement },
    { name: 'uploads.partList', schema: partList },
  ];
  const collect = (part: unknown, name: string): void => {
    if (isContractProcedure(part)) {
      const { inputSchema, route } = part['~orpc'];
      const { method = 'POST', path = '/' } = route;
      if (inputSchema) {
        inputs.push({ name, schema: inputSchema as z.ZodType, route: { method, path } });
      }
      return;
    }
    for (const [key, value] of Object.entries(part as object)) collect(value, `${name}.${key}`);
  };
  for (const [key, value] of Object.entries(contract)) collect(value, key);
  return inputs;
}

/** Every place of a schema's input. @throws for a kind of schema that is not known here */
export function findFields(schema: $ZodType): Field[] {
  const fields: Field[] = [];
  const begin = (at: $ZodType, path: string[], holding: Field['holding']): void => {
    const isOptional = at._zod.optin !== undefined;
    const field: Field = { path: path.join('.'), takes: [], isOptional, holding };
    fields.push(field);
    visit(at, path, field);
  };
  const visit = (at: $ZodType, path: string[], field: Field): void => {
    const { holding } = field;
    const known = at as $ZodTypes;
    const { def } = known._zod;
    switch (def.type) {
      case 'object':
        field.takes.push(known);
        for (const [key, value] of Object.entries(def.shape)) {
          begin(value, [...path, key], (inner) => holding({ [key]: inner }));
        }
        return;
      case 'array':
        field.takes.push(known);
        begin(def.element, [...path, '0'], (inner) => holding([inner]));
        return;
      case 'record':
        field.takes.push(known);
        begin(def.keyType, [...path, '(key)'], (inner) => holding({ [String(inner)]: 1 }));
        begin(def.valueType, [...path, '(value)'], (inner) => holding({ key: inner }));
        return;
      case 'nullable':
        field.takes.push(z.null());
        visit(def.innerType, path, field);
        return;
      case 'optional':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
        visit(def.innerType, path, field);
        return;
      case 'union':
        for (const option of def.options) {
          const told = readDiscriminator(def, option as $ZodTypes);
          const holdingOption: Field['holding'] = (inner) =>
            holding(isObject(inner) ? { ...told, ...inner } : inner);
          visit(option, path, told ? { ...field, holding: holdingOption } : field);
        }
        return;
      case 'pipe': {
        // What stands behind gets what the schema before it has let through.
        const before = def.in;
        visit(before._zod.def.type === 'transform' ? def.out : before, path, field);
        return;
      }
      case 'string':
      case 'number':
      case 'boolean':
      case 'enum':
      case 'literal':
      case 'null':
      // Counted by the body's limit of size and depth, and read by nothing here.
      case 'unknown':
        field.takes.push(known);
        return;
      default:
        throw new Error(`${path.join('.')}: what is refused by a ${def.type}?`);
    }
  };
  begin(schema, [], (value) => value);
  return fields;
}

/** Every string and list of a schema's input. */
export function findPlaces(schema: $ZodType): Place[] {
  return findFields(schema).flatMap(({ path, takes, holding }) =>
    takes.flatMap((each): Place[] => {
      const { type } = each._zod.def;
      if (type !== 'string' && type !== 'array') return [];
      return [{ path, kind: type === 'string' ? 'string' : 'list', schema: each, holding }];
    }),
  );
}

/** What tells one of several objects from the others: { kind: 'fixed' } */
function readDiscriminator(union: object, option: $ZodTypes): Record<string, unknown> | undefined {
  const { def } = option._zod;
  if (!('discriminator' in union) || def.type !== 'object') return undefined;
  const name = String(union.discriminator);
  const [value] = def.shape[name]?._zod.values ?? [];
  return { [name]: value };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
