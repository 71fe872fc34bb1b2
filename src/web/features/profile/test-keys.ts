const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const COUNT = 24;

/** So many random letters, all alike likely. */
function randomLetters(count = COUNT): string {
  let text = '';
  while (text.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count))) {
      // The bytes beyond the last whole round would favor the first letters.
      if (byte < 208 && text.length < count) text += LETTERS[byte % 52] ?? '';
    }
  }
  return text;
}

/** A pair of keys that test mode takes: each pair is an account of its own there. */
export function stripeTestKeys() {
  const account = randomLetters();
  return { stripePublishableKey: `pk_test_${account}`, stripeSecretKey: `sk_test_${account}` };
}

/** The same for PayPal. */
export function paypalTestKeys() {
  return { paypalClientId: randomLetters(), paypalClientSecret: randomLetters() };
}
