/**
 * Derives JSON Schemas from the SDK's own TypeScript types and writes them to a file: the objects that
 * it answers with, and what each call takes. Run as: node generate-stripe-schemas.mjs IN OUT, where IN
 * is JSON { objects, calls }. A program of its own, because it takes some seconds and much memory.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const { createGenerator } = require('ts-json-schema-generator');
const { ExposeNodeParser } = require('ts-json-schema-generator/dist/src/ExposeNodeParser.js');
const { symbolAtNode } = require('ts-json-schema-generator/dist/src/Utils/symbolAtNode.js');

// Types of different files have the same names (Session, Card): the file becomes a part of the name.
ExposeNodeParser.prototype.getDefinitionName = function getDefinitionName(node, context) {
  const name = this.typeChecker
    .getFullyQualifiedName(symbolAtNode(node))
    .replace(/^"(?:.*\/resources\/|.*\/)?([^"]*)"\./, '$1:');
  const args = context.getArguments().map((argument) => argument?.getName());
  return args.length > 0 ? `${name}<${args.join(',')}>` : name;
};

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
const generator = createGenerator({
  path: entry,
  tsconfig: config,
  type: 'Everything',
  skipTypeCheck: true,
  expose: 'export',
  topRef: false,
  jsDoc: 'none',
  additionalProperties: false,
});
const { properties, definitions } = generator.createSchema('Everything');
writeFileSync(`${output}.${process.pid}`, JSON.stringify({ properties, definitions }));
renameSync(`${output}.${process.pid}`, output);
rmSync(folder, { recursive: true });
