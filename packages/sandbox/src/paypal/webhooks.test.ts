import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonMember } from './webhooks.ts';

test('the member stands there as it was written', () => {
  const json = '{ "a" : {"x":"}\\"]","y":[1, {"b":2}]} ,"b":1.0 , "c":"a\\/b","d":[] }';
  expect(jsonMember(json, 'a')).toBe('{"x":"}\\"]","y":[1, {"b":2}]}');
  expect(jsonMember(json, 'b')).toBe('1.0');
  expect(jsonMember(json, 'c')).toBe('"a\\/b"');
  expect(jsonMember(json, 'd')).toBe('[]');
  expect(jsonMember(json, 'x')).toBeUndefined();
  expect(jsonMember('{}', 'a')).toBeUndefined();
  expect(jsonMember('{"a":1,"a":2}', 'a')).toBe('2');
});

test('whatever the object holds', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      fc.constantFrom(undefined, 1, '\t'),
      (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        for (const [name, part] of Object.entries(JSON.parse(json) as object)) {
          expect(JSON.parse(jsonMember(json, name) ?? 'nothing')).toEqual(part);
        }
      },
    ),
  );
});
