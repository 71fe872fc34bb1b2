export { admitMessage, readTrust, SUSPENDED_WORDS } from './admit-message.ts';
export { proveSender } from './prove-sender.ts';
export { senderRoutes } from './sender.routes.ts';
export {
  allowRecipient,
  blockSender,
  claimBounceNews,
  clearBounce,
  countBlocks,
  countMail,
  findRecipient,
  findRecipients,
  listBlocks,
  noteBouncedRecipient,
  noteUnblockAsked,
  sumMail,
  unblockSender,
  unsubscribeRecipient,
} from './sender.store.ts';
