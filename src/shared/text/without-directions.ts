/**
 * A text without the controls that override or embed its direction (Unicode UAX 9, sections 2.1 to 2.4): in a
 * file name or a sender's name they make one text read as another ('invoice\u202Efdp.exe').
 */
export const withoutDirections = (text: string): string =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
