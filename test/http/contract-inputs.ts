import { isContractProcedure } from '@orpc/contract';
import * as z from 'zod';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { AUTH_BODIES } from '../../src/server/features/accounts/auth-bodies.ts';
import { announcement } from '../../src/server/platform/uploads/start-upload.ts';
import { partList } from '../../src/server/platform/uploads/upload.routes.ts';
import { contract } from '../../src/shared/contract/contract.ts';

/** What a call takes, and where. */
export interface CallInput {
  /** 'invoices.create' */
  name: string;
  schema: z.ZodType;
  /** Below /api; undefined for what is no call of the contract. */
  route?: { method: string; path: string };
}

/** A string or a list somewhere in a call's input. */
export interface Place {
  /** 'lineItems.0.description' */
  path: string;
  kind: 'string' | 'list';
  schema: $ZodType;
  /** An input that has nothing but `value` at this place. */
  holding: (value: unknown) => unknown;
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

/** Every string and list of a schema's input. @throws for a kind of schema that is not known here */
export function findPlaces(schema: $ZodType): Place[] {
  const places: Place[] = [];
  const visit = (at: $ZodType, path: string[], holding: Place['holding']): void => {
    const { def } = (at as $ZodTypes)._zod;
    const place = (kind: Place['kind']) =>
      places.push({ path: path.join('.'), kind, schema: at, holding });
    switch (def.type) {
      case 'object':
        for (const [key, value] of Object.entries(def.shape)) {
          visit(value, [...path, key], (inner) => holding({ [key]: inner }));
        }
        return;
      case 'array':
        place('list');
        visit(def.element, [...path, '0'], (inner) => holding([inner]));
        return;
      case 'record':
        visit(def.keyType, [...path, '(key)'], (inner) => holding({ [String(inner)]: 1 }));
        visit(def.valueType, [...path, '(value)'], (inner) => holding({ key: inner }));
        return;
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
        visit(def.innerType, path, holding);
        return;
      case 'union':
        for (const option of def.options) visit(option, path, holding);
        return;
      case 'pipe': {
        // What stands behind gets what the schema before it has let through.
        const before = def.in;
        visit(before._zod.def.type === 'transform' ? def.out : before, path, holding);
        return;
      }
      case 'string':
        place('string');
        return;
      // Counted by the body's limit of size and depth, and read by nothing here.
      case 'unknown':
      case 'number':
      case 'boolean':
      case 'enum':
      case 'literal':
      case 'null':
        return;
      default:
        throw new Error(`${path.join('.')}: what bounds a ${def.type}?`);
    }
  };
  visit(schema, [], (value) => value);
  return places;
}
