import type { DocumentPicture } from '../../shared/documents/document.contract.ts';

/** 'Remit has no typeface for “მ” in the description of line 2. It may come out as an empty box.' */
export function describeUndrawn(undrawn: DocumentPicture['undrawn']): string | undefined {
  if (undrawn.length === 0) return undefined;
  const places = undrawn.map(
    ({ place, characters }) =>
      `${characters.map((character) => `“\u2068${character}\u2069”`).join(', ')} in ${place}`,
  );
  const isOne = undrawn.length === 1 && undrawn[0]?.characters.length === 1;
  const become = isOne ? 'It may come out as an empty box.' : 'They may come out as empty boxes.';
  return `Remit has no typeface for ${places.join('; ')}. ${become}`;
}
