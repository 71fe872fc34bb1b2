/**
 * Derives JSON Schemas from the SDK's own TypeScript types and writes them to a file: the objects that
 * it answers with, and what each call takes. Run as: node generate-stripe-schemas.mjs IN OUT, where IN
 * is JSON { objects, calls }. A program of its own, because it takes some seconds and much memory.
 *
 * It asks TypeScript's checker by an interface that is not yet promised to stay: another version of
 * TypeScript may need changes here.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';

const [input, output] = process.argv.slice(2);
const { objects, calls } = JSON.parse(readFileSync(input, 'utf8'));
// Its own, for another process may be deriving them as well.
const folder = join(dirname(output), `draft-${process.pid}`);
mkdirSync(folder);
const entry = join(folder, 'entry.ts');
const config = join(folder, 'tsconfig.json');
const line = (name, type) => `  ${JSON.stringify(name)}: Stripe.${type};`;
writeFileSync(
  entry,
  [
    "import type Stripe from 'stripe';",
    "import type { EventBase } from '../../../stripe/esm/resources/Events.js';",
    'export interface Everything {',
    ...objects.map((type) => line(type, type)),
    ...Object.entries(calls).map(([call, type]) => line(call, type)),
    '  Event: EventBase;',
    '}',
  ].join('\n'),
);
const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};
writeFileSync(config, JSON.stringify({ compilerOptions, files: ['entry.ts'] }));

/** What the types say in TypeScript alone. */
const GIVEN = {
  // On the wire a Decimal is a text.
  'Decimal:Decimal': { type: 'string' },
  'Events:Event.Data.Object': { type: 'object', required: ['object'] },
  'Events:Event.Data.PreviousAttributes': { type: 'object' },
};
const NEVER = { not: {} };
const PRIMITIVES = [
  [TypeFlags.Any | TypeFlags.Unknown, {}],
  [TypeFlags.String, { type: 'string' }],
  [TypeFlags.Number, { type: 'number' }],
  [TypeFlags.Boolean, { type: 'boolean' }],
  [TypeFlags.Null, { type: 'null' }],
  [TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never, NEVER],
];

const api = new API({ cwd: folder });
const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config);
const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
const everything = checker.getDeclaredTypeOfSymbol(
  checker.getMemberInModuleExports(module, 'Everything'),
);
const definitions = {};
const names = new Map();
const { properties } = describeObject(everything);
api.close();

function describe(type) {
  const [, primitive] = PRIMITIVES.find(([flags]) => type.flags & flags) ?? [];
  if (primitive) return primitive;
  if (type.isLiteralType()) return { const: type.value };
  if (type.isUnionType()) return describeUnion(type.getTypes());
  if (checker.isArrayType(type)) {
    return { type: 'array', items: describe(checker.getTypeArguments(type)[0]) };
  }
  // The SDK leaves its enumerations open by such a type; here only the values that it knows are right.
  if (type.isIntersectionType() && type.getTypes().some(({ flags }) => flags & TypeFlags.String)) {
    return NEVER;
  }
  return { $ref: `#/definitions/${encodeURIComponent(define(type))}` };
}

function describeUnion(types) {
  const literals = types.filter((type) => type.isLiteralType()).map(({ value }) => value);
  const others = types.filter((type) => !type.isLiteralType()).map(describe);
  const choices = others.filter((choice) => choice !== NEVER);
  if (literals.includes(true) && literals.includes(false)) {
    choices.push({ type: 'boolean' });
  }
  const values = literals.filter(
    (value) => !(typeof value === 'boolean' && literals.includes(!value)),
  );
  if (values.length > 0) choices.push({ enum: values });
  if (choices.length < 2) return choices[0] ?? NEVER;
  return { anyOf: choices };
}

/** The name of an object's schema, which is made when it is met first. */
function define(type) {
  const known = names.get(type.id);
  if (known) return known;
  const name = nameType(type);
  names.set(type.id, name);
  definitions[name] = GIVEN[name] ?? describeObject(type);
  return name;
}

/** Types of different files have the same names (Session, Card): the file becomes a part of the name. */
function nameType(type) {
  const path = [];
  let file = '';
  for (let at = type.getAliasSymbol() ?? type.getSymbol(); at; at = at.getParent()) {
    const isFile = /^"(?:.*\/resources\/|.*\/)?([^"]*)"$/.exec(at.name);
    if (isFile) file = isFile[1];
    else path.unshift(at.name);
  }
  const name = `${file}:${path.join('.')}`;
  return [...names.values()].includes(name) ? `${name}#${type.id}` : name;
}

function describeObject(type) {
  const members = checker.getPropertiesOfType(type);
  const types = checker.getTypeOfSymbol(members);
  const [index] = checker.getIndexInfosOfType(type);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name }, at) => [name, describe(types[at])])),
    required: members
      .filter(({ flags }) => !(flags & SymbolFlags.Optional))
      .map(({ name }) => name),
    additionalProperties: index ? describe(index.valueType) : false,
  };
}

writeFileSync(`${output}.${process.pid}`, JSON.stringify({ properties, definitions }));
renameSync(`${output}.${process.pid}`, output);
rmSync(folder, { recursive: true });
