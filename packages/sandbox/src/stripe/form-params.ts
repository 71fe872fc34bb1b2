/** Stripe's form encoding: `a[b][0][c]=x` means { a: { b: { '0': { c: 'x' } } } }. */
import { invalid } from './api-error.ts';

export type FormValue = string | FormNode;
export interface FormNode {
  [name: string]: FormValue;
}

const deepest = 12;

function node(): FormNode {
  // Without a prototype: a parameter called __proto__ is a parameter like any other.
  return Object.create(null) as FormNode;
}

function segmentsOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0) return [name];
  const segments = [name.slice(0, open)];
  const rest = name.slice(open);
  const pattern = /\[([^[\]]*)\]/gy;
  for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
    segments.push(match[1] ?? '');
  }
  return segments;
}

function put(into: FormNode, name: string, value: string): void {
  const segments = segmentsOf(name);
  if (segments.length > deepest) throw invalid(`Invalid parameter: ${name}`);
  let current = into;
  for (const [index, segment] of segments.entries()) {
    const key = segment === '' ? String(Object.keys(current).length) : segment;
    if (index === segments.length - 1) {
      current[key] = value;
      return;
    }
    const next = current[key];
    if (typeof next === 'object') current = next;
    else {
      const made = node();
      current[key] = made;
      current = made;
    }
  }
}

/** Reads query and body together, as Stripe does. */
export function readForm(query: URLSearchParams, body: string): FormNode {
  const form = node();
  for (const [name, value] of query) put(form, name, value);
  for (const [name, value] of new URLSearchParams(body)) put(form, name, value);
  return form;
}
