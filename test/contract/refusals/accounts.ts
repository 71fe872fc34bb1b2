import type { Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const NO_EMAIL = 'Enter a valid email address';
const LONG_PASSWORD = 'Passwords have at most 128 characters';
const SHORT_PASSWORD = 'Choose a password of at least 8 characters';
const NO_LINK = 'The link is not complete';
const NO_PASSKEY = 'There is no such passkey';
const NO_ACCOUNT = 'id must be the id of an account';
const UUID = '5f0c2a34-7a0b-4a5e-9d53-0c1f6d1f9b11';

const PERSON = {
  name: 'Ada Quill',
  email: 'ada@quill.example',
  password: 'correct horse battery',
  newPassword: 'correct horse battery',
  currentPassword: 'horse',
  token: 'abc',
};

/** Sign-in, accounts, their admin, and files on their way. */
export const ACCOUNT_REFUSALS: Refusals[] = [
  {
    calls: ['auth.signUp', 'auth.signIn', 'auth.requestReset', 'auth.sendVerification'],
    accepted: PERSON,
    refused: [
      ...eachOf('email', [undefined, null, 5], 'Enter your email address'),
      ...eachOf(
        'email',
        ['', 'ada', 'ada@', 'a b@x.example', `${longText(250)}@x.example`, longText(1_001)],
        NO_EMAIL,
      ),
    ],
  },
  {
    calls: ['auth.signUp', 'auth.signIn', 'auth.confirmPassword'],
    accepted: PERSON,
    refused: [
      ...eachOf('password', [undefined, null, 5], 'Enter your password'),
      [{ password: longText(129) }, 'password', LONG_PASSWORD],
    ],
  },
  {
    calls: ['auth.signIn', 'auth.confirmPassword'],
    accepted: PERSON,
    refused: [[{ password: '' }, 'password', 'Enter your password']],
  },
  {
    calls: ['auth.signUp'],
    accepted: PERSON,
    refused: [
      [{ password: longText(7) }, 'password', SHORT_PASSWORD],
      ...eachOf('name', [longText(201), longText(1_001)], 'Names have at most 200 characters'),
      ...eachOf('name', ['a\u0000b', 'Ada\nQuill'], 'The name has characters that cannot be used'),
    ],
    taken: [
      { password: longText(8), name: undefined },
      { password: longText(128), name: longText(200) },
    ],
  },
  {
    calls: ['auth.reset', 'auth.changePassword'],
    accepted: PERSON,
    refused: [
      [{ newPassword: undefined }, 'newPassword', 'Enter your password'],
      [{ newPassword: longText(7) }, 'newPassword', SHORT_PASSWORD],
      [{ newPassword: longText(129) }, 'newPassword', LONG_PASSWORD],
    ],
    taken: [{ newPassword: longText(8) }, { newPassword: longText(128) }],
  },
  {
    calls: ['auth.changePassword'],
    accepted: PERSON,
    refused: [
      ...eachOf('currentPassword', [undefined, ''], 'Enter your password'),
      [{ removePasskeys: 'yes' }, 'removePasskeys', 'removePasskeys must be true or false'],
    ],
  },
  {
    calls: ['auth.reset'],
    accepted: PERSON,
    refused: [[{ keepPasskeys: 'yes' }, 'keepPasskeys', 'keepPasskeys must be true or false']],
  },
  {
    calls: ['auth.reset', 'auth.resetLink'],
    accepted: PERSON,
    refused: eachOf('token', [undefined, '', 'a b', 'a/../b', longText(201)], NO_LINK),
  },
  {
    calls: ['auth.passkeyRegistration', 'auth.passkeySignIn'],
    accepted: { response: { id: 'abc' } },
    refused: eachOf('response', [undefined, 'yes', []], 'The passkey did not respond'),
  },
  {
    calls: ['auth.passkeyRegistration'],
    accepted: { response: { id: 'abc' } },
    refused: [[{ name: longText(201) }, 'name', 'Names have at most 200 characters']],
  },
  {
    calls: ['auth.passkeyId', 'auth.passkeyName'],
    accepted: { id: UUID, name: 'Phone' },
    refused: eachOf('id', [undefined, '', '1', longText(101)], NO_PASSKEY),
  },
  {
    calls: ['auth.passkeyName'],
    accepted: { id: UUID, name: 'Phone' },
    refused: [
      [{ name: undefined }, 'name', 'Enter your name'],
      ...eachOf('name', ['', ' '], 'Enter a name'),
    ],
  },
  {
    calls: ['account.rename'],
    accepted: { name: 'Ada Quill' },
    refused: [
      ...eachOf('name', [undefined, ' ', '\u200b'], 'Name is required'),
      [{ name: longText(201) }, 'name', 'Name must be at most 200 characters'],
    ],
  },
  {
    calls: ['account.endSession'],
    accepted: { id: UUID },
    refused: eachOf('id', [undefined, '1', longText(101)], 'There is no such session'),
  },
  {
    calls: ['users.suspend', 'users.reinstate', 'users.blocks'],
    accepted: { id: UUID },
    refused: eachOf('id', [undefined, '1', longText(36)], NO_ACCOUNT),
  },
  {
    calls: ['users.liftBlock'],
    accepted: { id: UUID, address: 'a@x.example' },
    refused: [
      ...eachOf('id', [undefined, '1'], NO_ACCOUNT),
      ...eachOf('address', [undefined, 5], 'Address is required'),
      [{ address: longText(255) }, 'address', 'Address must be at most 254 characters'],
    ],
  },
  {
    calls: ['users.suspend'],
    accepted: { id: UUID },
    refused: [[{ reason: longText(501) }, 'reason', 'Reason must be at most 500 characters']],
  },
  {
    calls: ['subscription.getOrCreate'],
    accepted: { plan: 'monthly' },
    refused: eachOf('plan', ['weekly', undefined], 'Plan must be monthly or yearly'),
  },
  {
    calls: ['uploads.announcement'],
    accepted: { filename: 'receipt.png', metadata: { purpose: 'receipt', size: 5 } },
    refused: [
      ...eachOf('filename', [undefined, longText(1_001)], 'filename is required'),
      [{ metadata: { purpose: 'logo' } }, 'metadata.purpose', 'purpose must be receipt'],
      [{ metadata: { size: '1.5' } }, 'metadata.size', 'size must be a number of bytes'],
    ],
  },
  {
    calls: ['uploads.partList'],
    accepted: { parts: [{ PartNumber: 1, ETag: 'abc' }] },
    refused: [
      ...eachOf('parts', [undefined, {}], 'parts must be a list of PartNumber and ETag'),
      [{ parts: [] }, 'parts', 'parts must not be empty'],
      [
        { parts: Array.from({ length: 10_001 }, () => ({ PartNumber: 1, ETag: 'abc' })) },
        'parts',
        'parts can be at most 10000',
      ],
      [
        { parts: [{ PartNumber: 0, ETag: 'abc' }] },
        'parts.0.PartNumber',
        'PartNumber must be at least 1',
      ],
      [
        { parts: [{ PartNumber: 10_001, ETag: 'abc' }] },
        'parts.0.PartNumber',
        'PartNumber must be at most 10,000',
      ],
      [
        { parts: [{ PartNumber: 1, ETag: '' }] },
        'parts.0.ETag',
        'ETag must be at least 1 characters',
      ],
    ],
    taken: [
      { parts: Array.from({ length: 10_000 }, (_, n) => ({ PartNumber: n + 1, ETag: 'x' })) },
    ],
  },
];
