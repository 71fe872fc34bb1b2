import { AppError } from '../../../shared/errors/app-error.ts';

/** Lists and objects within each other: the deepest body, a passkey's answer, has five. */
const MAX_DEPTH = 16;
/** Members and entries of the whole body: 5,000 lines have twenty each. */
const MAX_VALUES = 100_000;
/** Members of one object. Names that are all different are what parsing is slowest at. */
const MAX_MEMBERS = 200;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Names of fields are this; what else is sent as one is not repeated. */
const FIELD_NAME = /^[A-Za-z]{1,40}$/;

/**
 * Why JSON is not worth parsing, by a look at its brackets and commas alone: a megabyte of brackets
 * takes the parser a tenth of a second, and whoever reads what comes of it by recursion runs out of
 * stack. What is no JSON is left to the parser.
 */
export function findJsonFault(bytes: Buffer): AppError | undefined {
  const members: number[] = [];
  let values = 0;
  // The field of the body that is being read, and the one that had most values.
  let name: [start: number, end: number] = [0, 0];
  let [field, before] = [name, 0];
  let most = { field, values: 0 };
  const endField = () => {
    if (values - before > most.values) most = { field, values: values - before };
    [field, before] = [[0, 0], values];
  };
  const tooMany = () => {
    endField();
    return tooManyValues(bytes.toString('latin1', ...most.field));
  };
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE: {
        const end = endOfString(bytes, at);
        if (members.length === 1) name = [at + 1, end];
        at = end;
        break;
      }
      case COLON:
        if (members.length === 1) field = name;
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        values += 1;
        members.push(bytes[at] === OPEN_OBJECT ? 1 : Number.NEGATIVE_INFINITY);
        if (members.length > MAX_DEPTH) {
          return new AppError('BAD_REQUEST', 'The request is nested too deeply');
        }
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
        if (count > MAX_MEMBERS) return tooManyValues();
        if (values > MAX_VALUES) return tooMany();
        if (open === 0) endField();
        break;
      }
      default:
    }
  }
  return values > MAX_VALUES ? tooMany() : undefined;
}

function tooManyValues(field = ''): AppError {
  if (!FIELD_NAME.test(field)) {
    return new AppError('BAD_REQUEST', 'The request has too many values');
  }
  const most = MAX_VALUES.toLocaleString('en-US');
  const message = `${field} has too many values: a request has at most ${most}, counting every field of every entry`;
  return new AppError('BAD_REQUEST', message, { fields: [{ path: field, message }] });
}

/** The place of the quote that ends the string which begins at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
