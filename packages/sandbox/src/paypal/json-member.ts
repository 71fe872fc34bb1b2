const tokens = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The text of one member of a JSON object, as it stands there: for what is signed byte for byte.
 * @param json the text of an object; it must be valid JSON
 * @returns undefined when the object has no such member; of several, the last
 */
export function jsonMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let key: string | undefined;
  let depth = 0;
  /** Where the value of the key begins, and where what was read of it ends. */
  let [start, end] = [0, 0];
  for (const { 0: token, index } of json.matchAll(tokens)) {
    const isTop = depth === 1;
    if (isTop && (token === ',' || token === '}')) {
      if (key === name) found = json.slice(start, end);
      key = undefined;
    } else if (isTop && key === undefined) {
      key = JSON.parse(token) as string;
      start = 0;
    } else if (isTop && start === 0 && token !== ':') start = index;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    end = index + token.length;
  }
  return found;
}
