/**
 * What a call takes: each parameter's kind, read from the form and checked as Stripe checks it. An
 * unknown parameter is an error, as is one of the wrong kind.
 */
import { invalid, missingParam } from './api-error.ts';
import type { FormValue } from './form-params.ts';

export interface Kind<T> {
  read(value: FormValue, path: string): T;
  required?: boolean;
  /** The fields of a hash and the items of a list: for tests that compare with the SDK's types. */
  fields?: Fields;
  items?: Kind<unknown>;
}

export type Fields = Record<string, Kind<unknown>>;

type RequiredNames<F extends Fields> = {
  [N in keyof F]: F[N] extends { required: true } ? N : never;
}[keyof F];

export type Params<F extends Fields> = {
  [N in RequiredNames<F>]: F[N] extends Kind<infer T> ? T : never;
} & {
  [N in Exclude<keyof F, RequiredNames<F>>]?: F[N] extends Kind<infer T> ? T : never;
};

function text(value: FormValue, path: string): string {
  if (typeof value !== 'string') throw invalid('Invalid string', { param: path });
  if (value.length > 5_000) {
    throw invalid(`Invalid string: ${value.slice(0, 20)}...; must be at most 5000 characters`, {
      code: 'parameter_invalid_string',
      param: path,
    });
  }
  return value;
}

/** A text that is not empty. */
export const string: Kind<string> = {
  read(value, path) {
    const given = text(value, path);
    if (given === '') {
      throw invalid(
        `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset.`,
        { code: 'parameter_invalid_empty', param: path },
      );
    }
    return given;
  },
};

/** A text; empty takes the value away (null). */
export const unsettable: Kind<string | null> = {
  read: (value, path) => text(value, path) || null,
};

export const integer: Kind<number> = {
  read(value, path) {
    const given = text(value, path);
    if (!/^-?\d{1,15}$/.test(given)) {
      throw invalid(`Invalid integer: ${given}`, {
        code: 'parameter_invalid_integer',
        param: path,
      });
    }
    return Number(given);
  },
};

/** A number of minor units that may have decimals: kept as text. */
export const decimal: Kind<string> = {
  read(value, path) {
    const given = text(value, path);
    if (!/^-?\d{1,12}(\.\d{1,12})?$/.test(given)) {
      throw invalid(`Invalid decimal: ${given}`, { param: path });
    }
    return given;
  },
};

export const boolean: Kind<boolean> = {
  read(value, path) {
    const given = text(value, path);
    if (given === 'true') return true;
    if (given === 'false') return false;
    throw invalid(`Invalid boolean: ${given}`, { param: path });
  },
};

export function oneOf<const V extends string>(...values: V[]): Kind<V> {
  return {
    read(value, path) {
      const given = text(value, path);
      if ((values as string[]).includes(given)) return given as V;
      const last = path.replace(/\]$/, '').split('[').pop();
      throw invalid(`Invalid ${last}: must be one of ${values.join(', ')}`, { param: path });
    },
  };
}

export function list<T>(items: Kind<T>): Kind<T[]> {
  return {
    items,
    read(value, path) {
      if (value === '') return [];
      if (typeof value === 'string') throw invalid('Invalid array', { param: path });
      const keys = Object.keys(value).sort((a, b) => Number(a) - Number(b));
      if (!keys.every((key) => /^\d{1,4}$/.test(key)))
        throw invalid('Invalid array', { param: path });
      return keys.map((key) => items.read(value[key] ?? '', `${path}[${key}]`));
    },
  };
}

export function readFields<F extends Fields>(fields: F, value: FormValue, path = ''): Params<F> {
  if (typeof value === 'string') throw invalid('Invalid object', { param: path });
  const named = (name: string): string => (path ? `${path}[${name}]` : name);
  const result: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!kind) {
      throw invalid(`Received unknown parameter: ${named(name)}`, {
        code: 'parameter_unknown',
        param: named(name),
      });
    }
    result[name] = kind.read(given, named(name));
  }
  for (const [name, kind] of Object.entries(fields)) {
    if (kind.required && result[name] === undefined) throw missingParam(named(name));
  }
  return result as Params<F>;
}

export function hash<F extends Fields>(fields: F): Kind<Params<F>> {
  return { fields, read: (value, path) => readFields(fields, value, path) };
}

/** Names and texts: at most 50, names of 40 characters, texts of 500; an empty one is taken away. */
export const metadata: Kind<Record<string, string>> = {
  read(value, path) {
    if (value === '') return {};
    if (typeof value === 'string') throw invalid('Invalid object', { param: path });
    const entries = Object.entries(value);
    if (entries.length > 50) throw invalid('Metadata can have up to 50 keys.', { param: path });
    return Object.fromEntries(
      entries.map(([name, given]) => {
        const param = `${path}[${name}]`;
        if (name.length > 40) {
          throw invalid(`Metadata keys can have up to 40 characters. You passed in '${name}'.`, {
            param,
          });
        }
        if (typeof given !== 'string' || given.length > 500) {
          throw invalid(
            `Metadata values can have up to 500 characters. Invalid value for key '${name}'.`,
            { param },
          );
        }
        return [name, given];
      }),
    );
  },
};

/** Marks a parameter that must be there. */
export function required<T>(kind: Kind<T>): Kind<T> & { required: true } {
  return { ...kind, required: true };
}

export const address = hash({
  city: unsettable,
  country: unsettable,
  line1: unsettable,
  line2: unsettable,
  postal_code: unsettable,
  state: unsettable,
});

export const expand = { expand: list(string) };

/** What every list takes. */
export const paging = {
  ...expand,
  limit: integer,
  starting_after: string,
  ending_before: string,
};

/** Metadata after a change: given texts are set, empty ones taken away. */
export function mergedMetadata(
  before: Record<string, string> | null,
  change: Record<string, string> | undefined,
): Record<string, string> {
  const merged = { ...before, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
