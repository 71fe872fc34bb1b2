/**
 * The addresses in what somebody typed or pasted: 'a@b.example; Marta <c@d.example>' holds two. Commas,
 * semicolons, spaces and line breaks stand between them; of one with a name, only the address counts.
 * Whether they are addresses is for the caller to check.
 */
export function readAddresses(text: string): string[] {
  return text
    .replace(/"[^"]*"/g, ' ')
    .split(/[,;\r\n]/)
    .flatMap((part) => {
      const words = part.replace(/[<>]/g, ' $& ').split(/\s+/);
      // Before '<' stands a name, unless it is an address itself.
      const from = words.indexOf('<');
      return words.filter(
        (word, at) =>
          word !== '' && word !== '<' && word !== '>' && (at > from || word.includes('@')),
      );
    });
}

/** The one address of a text; '' where there is none, or more than one. */
export function readAddress(text: string): string {
  const [address = '', ...others] = readAddresses(text);
  return others.length === 0 ? address : '';
}
