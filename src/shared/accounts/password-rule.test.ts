import { describe, expect, test } from 'vitest';
import { passwordWeakness } from './password-rule.ts';

const ADA = ['ada.byron@example.com', 'Ada Lovelace'];
const SHORT = 'Use at least 12 characters, such as a short sentence.';
const LONG = 'Add words that have nothing to do with it.';

describe('a new password', () => {
  test.each([
    ['12345678', `This is one of the most common passwords. ${SHORT}`],
    ['Password1', `This is a common password. ${SHORT}`],
    ['p4ssw0rd!', `This is similar to a common password. ${SHORT}`],
    ['swordfish', `This is a common password. ${SHORT}`],
    ['asdfghjkl', `This is a common password. ${SHORT}`],
    ['abcdefgh', `Sequences such as “abc” or “123” are easy to guess. ${SHORT}`],
    ['zzzzzzzz', `Repetitions are easy to guess. ${SHORT}`],
    ['lovelace', `This is based on your name, your address or “Remit”. ${SHORT}`],
    ['Byron123', `This is based on your name, your address or “Remit”. ${SHORT}`],
    ['ada.byron@example.com', `This is based on your name, your address or “Remit”. ${LONG}`],
    ['AdaLovelace1', `This is based on your name, your address or “Remit”. ${LONG}`],
    ['remitremitremit', `This is based on your name, your address or “Remit”. ${LONG}`],
    ['password1234', `This is similar to a common password. ${LONG}`],
    ['aaaaaaaaaaaa', `Repetitions are easy to guess. ${LONG}`],
    ['ü'.repeat(128), `Repetitions are easy to guess. ${LONG}`],
    ['passwordpassword', `Repetitions are easy to guess. ${LONG}`],
    // Eight units, four characters.
    ['e\u0301'.repeat(4), 'Choose a password of at least 8 characters'],
    ['😀😁😂😃', 'Choose a password of at least 8 characters'],
  ])('%s is refused with the reason', async (password, reason) => {
    expect(await passwordWeakness(password, ADA)).toBe(reason);
  });

  test.each([
    'xK9$mP2q',
    'xK9$mP2qw',
    'tulip-42-Oak',
    'correct horse',
    'die Straße ist naß',
    'a short sentence is good',
    'ada likes seventeen tulips',
    '正しい馬の電池のホチキス留め',
    `${'x'.repeat(40)} but then a sentence follows`,
  ])('%s is taken', async (password) => {
    expect(await passwordWeakness(password, ADA)).toBeUndefined();
  });

  test('is judged alike however its letters are composed', async () => {
    const personal = ['zoe\u0308@example.com', 'Zoe\u0308 Mu\u0308ller'];
    expect(await passwordWeakness('Zo\u00ebM\u00fcller', personal)).toMatch(/^This is based on/);
    expect(await passwordWeakness('Zoe\u0308Mu\u0308ller', personal)).toMatch(/^This is based on/);
  });

  test('is judged at once, whatever its kind and length', async () => {
    await passwordWeakness('loads the lists', ADA);
    const worst = ['4@8({[</369&#!1/|0$5+7%2', 'p4$$w0rd', '1', '0123456789', '!Fk6[&Kp;`+Pu@e0'];
    for (const kind of worst) {
      // The processor's time and not the clock's, in which other programs' work would count.
      const before = process.cpuUsage();
      await passwordWeakness(kind.repeat(128).slice(0, 128), [`${'a1'.repeat(60)}@example.com`]);
      const { user, system } = process.cpuUsage(before);
      // Whole, each would take seconds.
      expect((user + system) / 1000, kind).toBeLessThan(150);
    }
  });
});
