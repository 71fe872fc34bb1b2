import type { $ZodTypes } from 'zod/v4/core';
import type { CallInput, Field } from './contract-inputs.ts';
import { findFields } from './contract-inputs.ts';
import { FIELD_WORDS } from './field-words.ts';
import { refuseInput } from './refuse-input.ts';

/** How the schema library says by itself what is wrong. It names types, and no field. */
const WORDS_OF_THE_LIBRARY =
  /^(?:Invalid|Unrecognized|Too (?:big|small)\b)|\bexpected\b|\bundefined\b/;

type Type = $ZodTypes['_zod']['def']['type'];

/** A value of each type of JSON that no field takes for what it is unless it takes all of that type. */
const WRONG_VALUES: { name: string; value: unknown; types: Type[] }[] = [
  { name: 'null', value: null, types: ['null'] },
  { name: 'another text', value: 'nonsense', types: ['string'] },
  { name: 'a number', value: 1.5, types: ['number'] },
  { name: 'a negative number', value: -1, types: ['number'] },
  { name: 'true', value: true, types: ['boolean', 'literal'] },
  { name: 'a list', value: [], types: ['array'] },
  { name: 'an object', value: {}, types: ['object', 'record'] },
];

/** Longer than any text that a call takes (decision record 24). */
const LONGEST = 40_000;

/** What a browser's passkey answers, which the library checks, and a body that no call looks at. */
const UNREAD = new Set([
  'auth.none ',
  ...['passkeyRegistration', 'passkeySignIn'].flatMap((name) => [
    `auth.${name} response.(key)`,
    `auth.${name} response.(value)`,
  ]),
]);

/**
 * What is wrong with how an input is refused, field by field: that a wrong value is taken, that the refusal
 * is for another place, or that it does not say in the product's own words what the field must be.
 */
export function findFaults(input: CallInput): string[] {
  return findFields(input.schema).flatMap((field) => checkField(input, field));
}

function checkField(input: CallInput, field: Field): string[] {
  const { path, takes, isOptional } = field;
  const types = new Set<Type>(takes.map(({ _zod }) => _zod.def.type));
  if (UNREAD.has(`${input.name} ${path}`)) return [];
  const faults: string[] = [];
  let refusals = 0;
  const check = (name: string, value: unknown, must: boolean): void => {
    const say = (fault: string) => faults.push(`${input.name} ${path}, ${name}: ${fault}`);
    const found = refuseInput(input, field.holding(value)).filter(
      (each) => path === '' || each.path === path || each.path.startsWith(`${path}.`),
    );
    if (must && found.length === 0) say('is taken');
    if (must && found.some((each) => each.path !== path)) say(`is refused at ${found[0]?.path}`);
    for (const each of found.filter((one) => one.path === path)) {
      refusals += 1;
      const fault = checkWords(field, each.message);
      if (fault) say(`${fault} ('${each.message}')`);
    }
  };
  // There is always a body, and in a list JSON has null for what is absent.
  if (path !== '' && !path.endsWith('.0')) {
    check('absent', undefined, !types.has('unknown') && !isOptional);
  }
  for (const { name, value, types: right } of WRONG_VALUES) {
    check(name, value, !types.has('unknown') && !right.some((type) => types.has(type)));
  }
  for (const each of takes) {
    const { def } = each._zod;
    if (def.type === 'string') check('a long text', 'x'.repeat(LONGEST + 1), true);
    if (def.type === 'array')
      check(
        'a long list',
        Array.from({ length: 10_001 }, () => ({})),
        true,
      );
    faults.push(...checkBounds(input, field, each));
  }
  if (refusals === 0) faults.push(`${input.name} ${path}: nothing is refused`);
  return faults;
}

function checkWords({ path, takes }: Field, message: string): string | undefined {
  if (WORDS_OF_THE_LIBRARY.test(message)) return 'is refused in the words of the library';
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const own = name === '' ? [] : [name, name.replace(/[A-Z]/g, (letter) => ` ${letter}`)];
  const words = [...own, ...(FIELD_WORDS[name] ?? [])];
  const said = message.toLowerCase();
  if (!words.some((word) => said.includes(word.toLowerCase()))) return 'the field is not named';
  // A word that is none of those that may stand there: whoever sent it is told which may.
  const [choice] = takes.filter(({ _zod }) => _zod.def.type === 'enum');
  const missing = [...(choice?._zod.values ?? [])].find(
    (value) => !message.includes(String(value)),
  );
  if (choice && missing !== undefined && !SAYS_WHICH.has(message))
    return `${String(missing)} is not named`;
  return undefined;
}

/** Of a choice whose values are shown by other words than are sent. */
const SAYS_WHICH = new Set(['Category is required', 'Choose a category from the list']);

/** The most that a text or a list may have is what its refusal says. */
function checkBounds(input: CallInput, field: Field, schema: $ZodTypes): string[] {
  const { def } = schema._zod;
  const refusals = (value: unknown) =>
    refuseInput(input, field.holding(value)).filter(({ path }) => path === field.path);
  const holding = (length: number): unknown =>
    def.type === 'string' ? 'x'.repeat(length) : Array.from({ length }, () => ({}));
  if (def.type !== 'string' && def.type !== 'array') return [];
  const [refusal] = refusals(holding(def.type === 'string' ? LONGEST + 1 : 10_001));
  const [, most] = /\bat most ([\d,]+) (?:characters|entries)$/.exec(refusal?.message ?? '') ?? [];
  if (most === undefined) return [];
  const bound = Number(most.replaceAll(',', ''));
  const isRefused = (length: number) =>
    refusals(holding(length)).some(({ message }) => message === refusal?.message);
  return isRefused(bound) || !isRefused(bound + 1)
    ? [`${input.name} ${field.path}: its bound is not ${most}`]
    : [];
}
