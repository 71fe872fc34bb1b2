/** 'KWD 1,234.500' for a narrow column: it may go to a second line after the code of its currency. */
export const breakAmount = (amount: string) => amount.replaceAll('\u00a0', ' ');
