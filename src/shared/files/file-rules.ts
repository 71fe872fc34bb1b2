/** What a file must be to be taken for something. The server finds the type in the content; a browser knows the claim. */
export interface FileRules {
  maxBytes: number;
  types: readonly string[];
  /** Names of files whose type a system does not know. */
  endings: RegExp;
  /** The refusals, in words. */
  tooLarge: string;
  wrongType: string;
}

/** The refusal of a file, as whole sentences: `why` may end with a full stop or without. */
export const notTaken = (name: string, why: string) =>
  `“${name}” was not accepted. ${why.replace(/\.$/, '')}.`;

/** Phones' own pictures: browsers cannot show them, and the server cannot read them. */
export const asJpeg = (rules: FileRules) => `${rules.wrongType}: send this picture as a JPEG`;
/** Drawings can carry script. */
export const asPng = (rules: FileRules) => `${rules.wrongType}: save this drawing as a PNG`;

/** Why a file cannot be taken by what is known before it is sent; undefined when it may be. */
export function fileProblem(
  rules: FileRules,
  file: { name: string; type: string; size: number },
): string | undefined {
  if (file.size > rules.maxBytes) return rules.tooLarge;
  if (file.size === 0) return 'The file is empty';
  const type = file.type.toLowerCase();
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(file.name)) return asJpeg(rules);
  if (rules.types.includes(type)) return undefined;
  if (type === 'image/svg+xml') return asPng(rules);
  // Some systems know no type for a file that has the right ending.
  const unknown = type === '' || type === 'application/octet-stream';
  return unknown && rules.endings.test(file.name) ? undefined : rules.wrongType;
}
