/** A noun as it begins a sentence or a title: 'customer' gives 'Customer'. */
export function capitalize(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
