/** Lists and objects within each other: the deepest body, a passkey's answer, has five. */
const MAX_DEPTH = 16;
/** Members and entries of the whole body: 5,000 lines have at most ten each. */
const MAX_VALUES = 100_000;
/** Members of one object. Names that are all different are what parsing is slowest at. */
const MAX_MEMBERS = 200;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Why JSON is not worth parsing, in words, by a look at its brackets and commas alone: a megabyte of
 * brackets takes the parser a tenth of a second, and whoever reads what comes of it by recursion
 * runs out of stack. What is no JSON is left to the parser.
 */
export function jsonFault(bytes: Buffer): string | undefined {
  const members: number[] = [];
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        values += 1;
        members.push(bytes[at] === OPEN_OBJECT ? 1 : Number.NEGATIVE_INFINITY);
        if (members.length > MAX_DEPTH) return 'The request is nested too deeply';
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        members.pop();
        break;
      case COMMA: {
        values += 1;
        const open = members.length - 1;
        const count = (members[open] ?? 0) + 1;
        if (open >= 0) members[open] = count;
        if (count > MAX_MEMBERS || values > MAX_VALUES) return 'The request has too many values';
        break;
      }
      default:
    }
  }
  return values > MAX_VALUES ? 'The request has too many values' : undefined;
}

/** The place of the quote that ends the string which begins at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
