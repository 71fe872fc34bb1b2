import type { DocumentData } from '../../../shared/documents/document-data.ts';
import type { Coverage } from './face-coverage.ts';
import { readCoverage } from './face-coverage.ts';

/** Characters that no face has a shape for, and where on the document they stand. */
export interface Undrawn {
  /** 'the description of line 2' */
  place: string;
  characters: string[];
}

/** So many of each are told; who mends these sees the next. */
const MOST = 5;

/** What has no shape of its own, or is taken out before anything is drawn. */
const SHAPELESS =
  /[\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u202a-\u202e\u2066-\u2069\ufff9-\uffff]/u;

/** Where a document has characters that come out as empty boxes. */
export async function findUndrawn(document: DocumentData): Promise<Undrawn[]> {
  const covers = await readCoverage(document.theme);
  const found = new Map<string, Set<string>>();
  for (const [place, text] of placedTexts(document)) {
    if (isCovered(text, covers)) continue;
    for (const character of uncovered(text, covers)) {
      const there = found.get(place) ?? new Set();
      if (there.size === 0 && found.size === MOST) return present(found);
      if (there.size < MOST) found.set(place, there.add(character));
    }
  }
  return present(found);
}

const present = (found: ReadonlyMap<string, ReadonlySet<string>>): Undrawn[] =>
  [...found].map(([place, characters]) => ({ place, characters: [...characters] }));

/** The usual answer, in little time: of 5,000 long lines as well. */
function isCovered(text: string, covers: Coverage): boolean {
  for (let index = 0; index < text.length; index += 1) {
    // Halves of a pair are covered by nothing.
    if (covers[text.charCodeAt(index)] !== 1) return false;
  }
  return true;
}

function* uncovered(text: string, covers: Coverage): Generator<string> {
  const has = (character: string) => covers[character.codePointAt(0) ?? 0] === 1;
  for (const character of text.normalize('NFC')) {
    if (has(character) || SHAPELESS.test(character)) continue;
    // A letter may be put together of its parts.
    if (!Array.from(character.normalize('NFD')).every(has)) yield character;
  }
}

/** What people wrote, and how they know it. */
function* placedTexts(document: DocumentData): Generator<[place: string, text: string]> {
  const { from, to, number, meta, remarks, items, details, totals, plan, certificate } = document;
  yield ['the name of your business', from.name];
  for (const line of from.address) yield ['the address of your business', line];
  for (const line of from.contact) yield ['the contact details of your business', line];
  yield ['the name of the customer', to.name];
  for (const line of to.address) yield ['the address of the customer', line];
  for (const line of to.contact) yield ['the contact details of the customer', line];
  yield ['the number', number];
  for (const [label, value] of meta) yield [label, value];
  for (const [index, [description = '']] of items.entries()) {
    yield [`the description of line ${index + 1}`, description];
    yield [`the details of line ${index + 1}`, details[index] ?? ''];
  }
  for (const [label] of totals) yield ['the totals', label];
  for (const [label] of plan?.rows ?? []) yield ['the installments', label];
  for (const { label, text } of remarks) yield [label, text];
  if (certificate) yield ['the acceptance', certificate.signature.name];
}
