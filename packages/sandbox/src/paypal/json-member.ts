/** The text of one member of a JSON object, as it stands there: for what is signed byte for byte. */

const space = /[\s,:]/;

function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
  return index + 1;
}

function endOfValue(json: string, start: number): number {
  if (json[start] === '"') return endOfString(json, start);
  let depth = 0;
  let index = start;
  while (index < json.length) {
    const character = json[index] ?? '';
    if (character === '"') {
      index = endOfString(json, index);
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') {
      if (depth === 0) return index;
      depth -= 1;
      if (depth === 0) return index + 1;
    }
    if (depth === 0 && space.test(character)) return index;
    index += 1;
  }
  return index;
}

/**
 * @param json the text of an object; it must be valid JSON
 * @returns undefined when the object has no such member; of several, the last
 */
export function jsonMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let index = json.indexOf('{') + 1;
  while (index < json.length) {
    while (space.test(json[index] ?? '')) index += 1;
    if (json[index] !== '"') return found;
    const keyEnd = endOfString(json, index);
    const key = JSON.parse(json.slice(index, keyEnd)) as string;
    index = keyEnd;
    while (space.test(json[index] ?? '')) index += 1;
    const valueEnd = endOfValue(json, index);
    if (key === name) found = json.slice(index, valueEnd);
    index = valueEnd;
  }
  return found;
}
